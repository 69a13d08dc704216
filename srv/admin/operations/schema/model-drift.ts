import * as t from '../../core/json-schema.ts'
import type { Drift } from '../../core/drift/find-drift.ts'
import { SEVERITIES } from '../../core/drift/severity.ts'
import { examineDrift, type Expected } from '../examine-drift.ts'
import type { ArtifactReader, SchemaReader } from '../../dialects/schema-structure.ts'
import type { Json, Operation, OperationContext } from '../operation.ts'
import { refuseMore } from '../list-page.ts'
import { SUPPORT } from '../answer-types.ts'

const INPUT = t.object(
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
const OUTPUT = t.object({
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

/**
 * Tells how a schema differs from the application's model: the model as CAP would deploy it to this engine, what CAP
 * recorded at the last deployment (`cds_model`), and the catalog.
 *
 * @returns findings, each with the side that has changed and how bad it is, and as text the statements that CAP would run. Nothing is changed.
 *   Definitions of views are told to operators only.
 * @throws AdminError `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `NOT_SUPPORTED` for a model that cannot be compiled,
 *   `INSUFFICIENT_PRIVILEGE` where the user may make no temporary tables.
 * @see Ours: the contract has no such operation.
 */
export const modelDrift: Operation<typeof INPUT> = {
  summary: 'Tells how the database differs from the model of the application',
  input: INPUT,
  output: OUTPUT,
  run: async (context, input) => {
    const { limit = context.config.limits.listLength } = input
    refuseMore('limit', limit, context.config.limits.listLengthMax)
    const { engine, schemaStructure } = context.dialect
    if (!context.modelStatements) return { engine, supported: false, reason: WHY_NO_MODEL, ...NOTHING }
    const { schema, expected, findings, ignored, artifacts } = await examineDrift(context, input)
    const listed = findings.slice(0, limit)
    const counts = SEVERITIES.map((each) => [each, findings.filter(({ severity }) => severity === each).length])
    return {
      ...{ engine, supported: true, schema },
      isRecorded: expected.recorded !== null,
      inSync: findings.length === 0,
      counts: Object.fromEntries(counts) as Record<string, number>,
      findings: listed.map((each) => tellFinding(context, each, expected)),
      statements: tellable(context, expected.recorded?.delta ?? []),
      refusal: tellable(context, [expected.recorded?.refusal ?? ''])[0] || null,
      ignored,
      artifacts: artifacts.slice(0, limit).map((each) => ({ ...each })),
      compared: ['tables', 'columns', 'constraints', 'views', 'indexes'],
      notCompared: [...NOT_COMPARED, ...notToldBy(schemaStructure)].map((each) => ({ ...each })),
      count: listed.length,
      truncated: listed.length < findings.length,
    }
  },
}

/** Why a database is not compared with the model. */
export const WHY_NO_MODEL = 'There is no application with a model'

const NOTHING = {
  ...{
    schema: null,
    isRecorded: false,
    inSync: null,
    counts: {},
    findings: [],
    statements: [],
    refusal: null,
    ignored: 0,
    artifacts: [],
  },
  ...{ compared: [], notCompared: [], count: 0, truncated: false },
}

const NOT_COMPARED = [
  { kind: 'triggers', reason: 'Models have none' },
  { kind: 'routines', reason: 'Models have none' },
  { kind: 'rows', reason: 'Rows that ship with the application are not compared' },
]

const notToldBy = ({ trial }: SchemaReader): ArtifactReader['notCompared'] =>
  typeof trial === 'string' ? [] : trial.notCompared

const tellFinding = (context: OperationContext, drift: Drift, { statementFor }: Expected): Json => ({
  ...drift,
  ...(drift.kind === 'view' && !context.user.is('operator') && { expected: null, actual: null }),
  statement: tellable(context, [statementFor(drift) ?? ''])[0] || null,
})

/** Without those that name what the application hides; texts of views are for operators. */
const tellable = ({ dialect, user }: OperationContext, statements: readonly string[]): string[] =>
  statements.filter(
    (sql) => !dialect.hides?.mentionsTable(sql) && (user.is('operator') || !/^\s*(?:CREATE\s+)?VIEW\b/i.test(sql)),
  )
