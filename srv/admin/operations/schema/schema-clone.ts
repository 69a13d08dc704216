import { ask } from '../../dialects/rows.ts'
import * as t from '../../core/json-schema.ts'
import { foldName, parseColumnList } from '../../core/identifiers.ts'
import { CLONE_PARTS, type CloneInput, type StructurePlan } from '../../dialects/structure.ts'
import { AdminError } from '../../core/errors.ts'
import { ALLOW_HIDDEN_ROWS, refuseHidden } from '../masking.ts'
import { inSession, type JsonObject, type Operation, type OperationContext, type SessionContext } from '../operation.ts'
import { countOf, listNotes, listSkipped, runStructurePlan, sum } from '../run-structure-plan.ts'

const OPTIONS = {
  triggers: 'includeTriggers',
  types: 'includeTypes',
  functions: 'includeFunctions',
  policies: 'includePolicies',
  grants: 'includeGrants',
} as const

const INPUT = t.object({
  source: t.string('Schema that is cloned'),
  target: t.string('New schema; on SQLite the name of its file, too', { pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$' }),
  includeData: t.boolean('Copies the rows as well', { default: false }),
  excludeTables: t.optional(t.commaSeparated('Tables and views that are left out')),
  includeTriggers: t.boolean(
    'Copies triggers and rules as well, with the functions that they call: what these write stays in the clone',
    { default: false },
  ),
  includeTypes: t.boolean(
    'Copies enumerations, domains and other types, with functions; columns keep the type of the source otherwise',
    {
      default: false,
    },
  ),
  includeFunctions: t.boolean('Copies functions and procedures; what calls them calls those of the source otherwise', {
    default: false,
  }),
  includePolicies: t.boolean('Copies the policies of row-level security', { default: false }),
  includeGrants: t.boolean('Copies privileges of other users', { default: false }),
  allowHiddenRows: ALLOW_HIDDEN_ROWS,
  dryRun: t.boolean('Makes all of it and undoes it: tells what would be made', { default: false }),
})

const OBJECT = t.object(t.strings('type', 'name'))

const OUTPUT = t.object({
  ...t.strings('source', 'target'),
  includeData: t.boolean(),
  atomic: t.boolean('All is made in one transaction: a failure undoes everything'),
  persistent: t.boolean('The clone is still there after a restart'),
  ...t.integers('tablesCloned', 'rowsCopied', 'viewsCloned'),
  tables: t.arrayOf({
    name: t.string(),
    rows: t.nullable(t.integer(), 'Rows copied into this very table, none of its partitions; null in a dry run'),
  }),
  foreignKeys: t.integer(),
  indexes: t.integer('Without those of keys and constraints'),
  constraints: t.integer('Keys, unique and check constraints, as far as the engine lists them'),
  ...t.integers('triggers', 'sequences'),
  ...t.integers('types', 'functions', 'policies', 'grants'),
  skipped: t.arrayOf({ ...OBJECT.properties, reason: t.string() }),
  notes: t.arrayOf({ ...OBJECT.properties, note: t.string() }, 'What is made otherwise than in the source'),
  plan: t.optional(t.array(OBJECT, 'What would be made, in a dry run')),
  dryRun: t.boolean(),
  durationMs: t.integer(),
})

type Input = t.Static<typeof INPUT>

/**
 * Makes a schema like another one, with its rows when asked to. What is made refers to the clone and never to the
 * source: keys, defaults, views and triggers. What cannot be copied is told in `skipped` with the reason.
 *
 * @throws AdminError `TARGET_EXISTS`, `SAME_OBJECT`; whatever fails leaves nothing behind.
 * @see Admin REST API, Endpoints, POST /schemaClone. All but `source`, `target`, `includeData` is ours, the answer too.
 */
export const schemaClone: Operation<typeof INPUT> = {
  summary: 'Makes a schema like another one',
  readsRows: true,
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  isShort: ({ dryRun, includeData }) => dryRun && !includeData,
  run: async (context, input) => {
    const startedMs = performance.now()
    const { dialect, names } = context
    const planner = dialect.structure.clone
    const clone = await inSession(context, (within) => resolve(within, input))
    const allow = async (): Promise<void> => {
      await names.noteCopy({ schema: clone.target, name: null }, { schema: clone.source, name: null })
      await names.cloned.add(clone.target)
    }
    const options = { newSchema: clone.target, isDry: input.dryRun }
    const { plan, rows } = await runStructurePlan(context, options, planner, clone, allow)
    return answer(context, clone, plan, input.dryRun ? undefined : rows, startedMs)
  },
}

const resolve = async (context: SessionContext, input: Input): Promise<CloneInput> => {
  const { config, dialect, names, session } = context
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
  const { hiddenObjects } = dialect.catalog
  if (hiddenObjects) for (const { name } of await ask(session, hiddenObjects, { schema: source })) excluded.push(name)
  if (includeData) {
    const hidden = await names.hiddenRows(session, { schema: source, tables: null })
    if (!input.allowHiddenRows) refuseHidden(hidden.filter(({ table }) => !excluded.includes(table)))
  }
  const include = new Set(CLONE_PARTS.filter((part) => input[OPTIONS[part]]))
  // A trigger calls a function, which would write where it writes for the source; those of the source take its types only.
  if (include.has('triggers') || include.has('types')) include.add('functions')
  return { source, target, includeData, excluded, include }
}

const answer = (
  { database }: OperationContext,
  { source, target, includeData }: CloneInput,
  plan: StructurePlan,
  rows: ReadonlyMap<string, number> | undefined,
  startedMs: number,
): JsonObject => {
  const tables = plan.made.filter(({ type }) => type === 'table').sort((a, b) => (a.name < b.name ? -1 : 1))
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
    types: countOf(plan, 'type'),
    functions: countOf(plan, 'function'),
    policies: countOf(plan, 'policy'),
    grants: countOf(plan, 'grant'),
    skipped: listSkipped(plan.skipped),
    notes: listNotes(plan),
    ...(rows ? {} : { plan: plan.made.map(({ type, name }) => ({ type, name })) }),
    dryRun: rows === undefined,
    durationMs: Math.round(performance.now() - startedMs),
  }
}
