import { type Static, Type } from '@sinclair/typebox'
import { wordList } from '../input-types.ts'
import { foldName } from '../../core/fold-name.ts'
import { parseColumnList } from '../../core/column-list.ts'
import type { Session } from '../../database/session.ts'
import type { CloneInput, StructurePlan } from '../../dialects/structure.ts'
import { AdminError } from '../../errors.ts'
import type { JsonObject, Operation, OperationContext } from '../operation.ts'
import { ask, countOf, listSkipped, makePlan, runStructurePlan, sum } from '../run-structure-plan.ts'

const INPUT = Type.Object({
  source: Type.String({ description: 'Schema that is cloned' }),
  target: Type.String({
    pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$',
    description: 'New schema; on SQLite the name of its file, too',
  }),
  includeData: Type.Boolean({ default: false, description: 'Copies the rows as well' }),
  excludeTables: wordList('Tables and views that are left out'),
  dryRun: Type.Boolean({ default: false, description: 'Tells what would be made, and makes nothing' }),
})

const OBJECT = Type.Object({ type: Type.String(), name: Type.String() })

const OUTPUT = Type.Object({
  source: Type.String(),
  target: Type.String(),
  includeData: Type.Boolean(),
  atomic: Type.Boolean({ description: 'All is made in one transaction: a failure undoes everything' }),
  persistent: Type.Boolean({ description: 'The clone is still there after a restart' }),
  tablesCloned: Type.Integer(),
  rowsCopied: Type.Integer(),
  viewsCloned: Type.Integer(),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      rows: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Rows copied into this very table, none of its partitions; null in a dry run',
      }),
    }),
  ),
  foreignKeys: Type.Integer(),
  indexes: Type.Integer({ description: 'Without those of keys and constraints' }),
  constraints: Type.Integer({ description: 'Keys, unique and check constraints, as far as the engine lists them' }),
  triggers: Type.Integer(),
  sequences: Type.Integer(),
  skipped: Type.Array(Type.Object({ ...OBJECT.properties, reason: Type.String() })),
  plan: Type.Optional(Type.Array(OBJECT, { description: 'What would be made, in a dry run' })),
  dryRun: Type.Boolean(),
  durationMs: Type.Integer(),
})

type Input = Static<typeof INPUT>

/**
 * Makes a schema like another one, with its rows when asked to. What is made refers to the clone and never to the
 * source: keys, defaults, views and triggers. What cannot be copied is told in `skipped` with the reason.
 *
 * @throws AdminError `TARGET_EXISTS`, `SAME_OBJECT`; whatever fails leaves nothing behind.
 * @see Admin REST API, Endpoints, POST /schemaClone. All but `source`, `target`, `includeData` is ours, the answer too.
 */
export const schemaClone: Operation<typeof INPUT> = {
  name: 'schemaClone',
  summary: 'Makes a schema like another one',
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  isShort: ({ dryRun }) => dryRun,
  run: async (context, input) => {
    const startedMs = performance.now()
    const { database, dialect, names } = context
    const planner = dialect.structure.clone
    const { clone, plan: dryPlan } = await database.read(context, async (session) => {
      const resolved = await resolve(context, session, input)
      return { clone: resolved, plan: input.dryRun ? await makePlan(session, planner, resolved) : undefined }
    })
    if (dryPlan) return answer(context, clone, dryPlan, undefined, startedMs)
    const allow = async (): Promise<void> => {
      await names.noteCopy({ schema: clone.target, name: null }, { schema: clone.source, name: null })
      await names.allow(clone.target)
    }
    const { plan, rows } = await runStructurePlan(context, { newSchema: clone.target }, planner, clone, allow)
    return answer(context, clone, plan, rows, startedMs)
  },
}

const resolve = async (context: OperationContext, session: Session, input: Input): Promise<CloneInput> => {
  const { config, dialect, names } = context
  const { target, includeData } = input
  const source = await names.schema(session, input.source)
  if (foldName(source) === foldName(target)) throw new AdminError('SAME_OBJECT', `'${target}' is the source itself`)
  const isClosed = config.allowedSchemas !== null && !(await (await names.openness(session)).isOpen(target))
  if (isClosed || dialect.isSystemSchema(target))
    throw new AdminError(
      'SCHEMA_NOT_ALLOWED',
      `A schema '${target}' would not be open: the setting dba.allowedSchemas does not list it, or it is the engine's own`,
    )
  const [existing] = await ask(session, dialect.catalog.schemaNames, { name: target })
  if (existing !== undefined) throw new AdminError('TARGET_EXISTS', `Schema '${existing}' exists`)
  const excluded: string[] = []
  for (const name of parseColumnList(input.excludeTables, 'excludeTables') ?? [])
    excluded.push((await names.table(session, source, name)).name)
  return { source, target, includeData, excluded }
}

const answer = (
  { database }: OperationContext,
  { source, target, includeData }: CloneInput,
  plan: StructurePlan,
  rows: ReadonlyMap<string, number> | undefined,
  startedMs: number,
): JsonObject => {
  const tables = plan.made.filter(({ type }) => type === 'table')
  return {
    source,
    target,
    includeData,
    atomic: true,
    persistent: database.isPersistent,
    tablesCloned: tables.length,
    rowsCopied: sum(rows?.values() ?? []),
    viewsCloned: countOf(plan, 'view'),
    tables: tables.map(({ name }) => ({ name, rows: rows ? (rows.get(name) ?? 0) : null })),
    foreignKeys: countOf(plan, 'foreignKey'),
    indexes: countOf(plan, 'index'),
    constraints: countOf(plan, 'constraint'),
    triggers: countOf(plan, 'trigger'),
    sequences: countOf(plan, 'sequence'),
    skipped: listSkipped(plan.skipped),
    ...(rows ? {} : { plan: plan.made.map(({ type, name }) => ({ type, name })) }),
    dryRun: rows === undefined,
    durationMs: Math.round(performance.now() - startedMs),
  }
}
