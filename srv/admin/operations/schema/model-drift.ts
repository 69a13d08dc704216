import type { Drift } from '../../core/drift/find-drift.ts'
import { SEVERITIES } from '../../core/drift/severity.ts'
import { examineDrift, type Expected } from '../examine-drift.ts'
import type { ArtifactReader, SchemaReader } from '../../dialects/schema-structure.ts'
import type { Json, Operation, OperationContext } from '../operation.ts'
import { refuseMore } from '../refuse-more.ts'
import { INPUT, OUTPUT } from './model-drift/schemas.ts'

/**
 * Tells how a schema differs from the application's model: the model as CAP would deploy it to this engine, what CAP
 * recorded at the last deployment (`cds_model`), and the catalog.
 *
 * @returns findings, each with who has moved and how bad it is, and as text the statements that CAP would run. Nothing is changed.
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
