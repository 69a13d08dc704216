import { SEVERITIES } from '../../../core/drift/severity.ts'
import * as t from '../../../core/json-schema.ts'
import { SUPPORT } from '../../answer-types.ts'

export const INPUT = t.object(
  t.optionals({
    schema: t.string('The current one by default'),
    ignore: t.commaSeparated(
      'Tables, views, indexes and columns that are not told, as `name` or `table.column`, with `*` for any run and letter case for nothing',
      { maxLength: 20_000 },
      { maxItems: 2_000 },
    ),
    limit: t.integer('Findings listed at most', { minimum: 0 }),
  }),
)

const KINDS = [
  ...(['table', 'column', 'primaryKey', 'unique', 'foreignKey'] as const),
  ...(['check', 'exclusion', 'view', 'index'] as const),
] as const

const text = t.nullable(t.string())

/** The answer of modelDrift. */
export const OUTPUT = t.object({
  ...SUPPORT,
  schema: text,
  isRecorded: t.boolean('The database tells what was deployed last, in `cds_model`'),
  inSync: t.nullable(t.boolean('Nothing differs, or only what is ignored')),
  counts: t.record(t.integer()),
  findings: t.arrayOf({
    change: t.oneOf(['missing', 'additional', 'changed'], 'As seen from the model'),
    kind: t.oneOf(KINDS),
    table: t.nullable(t.string('That it belongs to; null for a table or view itself')),
    ...t.all(text, 'name', 'attribute'),
    expected: t.nullable(t.string('By the model')),
    recorded: t.nullable(t.string('By the last deployment; null where that is not known, or had none')),
    actual: t.nullable(t.string('By the catalog')),
    movedBy: t.nullable(
      t.oneOf(['model', 'database', 'both'], 'Who has left what was deployed last; null where nothing is recorded'),
    ),
    severity: t.oneOf(
      SEVERITIES,
      'Rows can come in that the model forbids, or values change; requests fail or are answered otherwise; neither',
    ),
    statement: t.nullable(t.string("The model's own, which makes what is missing; never run")),
  }),
  statements: t.array(t.string(), 'By which the next deployment would change the schema, as CAP tells them; never run'),
  refusal: t.nullable(t.string('Why CAP would refuse to deploy the model to what was deployed last')),
  ignored: t.integer('Findings that are not told, as `ignore` says'),
  artifacts: t.arrayOf(
    { kind: t.oneOf(KINDS), name: t.string() },
    'On SAP HANA: what HDI has deployed from artifacts that are not of the model, or are no longer; no finding',
  ),
  compared: t.stringArray(),
  notCompared: t.arrayOf(t.strings('kind', 'reason')),
  count: t.integer(),
  truncated: t.boolean(),
})
