import { ask } from '../../dialects/rows.ts'
import * as t from '../../core/json-schema.ts'
import { foldName } from '../../core/identifiers.ts'
import type { CopyInput, StructurePlan } from '../../dialects/structure.ts'
import { AdminError } from '../../core/errors.ts'
import { ALLOW_HIDDEN_ROWS, refuseHidden, conditionOf } from '../masking.ts'
import { inSession, type JsonObject, type Operation, type SessionContext } from '../operation.ts'
import { countOf, listNotes, listSkipped, runStructurePlan, sum } from '../run-structure-plan.ts'

/** Types of what the catalog lists beside views. */
const COPIED_TYPES = ['table', 'partitioned']

const INPUT = t.object({
  sourceSchema: t.optional(t.string('The current schema unless told otherwise')),
  sourceTable: t.string(),
  targetSchema: t.optional(t.string('An existing one; the current schema unless told otherwise')),
  targetTable: t.string('New table, spelt as it shall be', { maxLength: 128, pattern: '^[^\\u0000]+$' }),
  includeData: t.boolean('Copies the rows as well', { default: false }),
  ...t.optionals({
    where: t.string('Condition for the rows that are copied'),
    limit: t.integer('Rows at most, in the order of the primary key', { minimum: 0 }),
  }),
  includeTriggers: t.boolean('Copies triggers as well: they may write where they write for the original', {
    default: false,
  }),
  allowHiddenRows: ALLOW_HIDDEN_ROWS,
  dryRun: t.boolean('Makes all of it and undoes it: tells what would be made', { default: false }),
})

const OBJECT = t.object(t.strings('type', 'name'))
const TABLE = t.object(t.strings('schema', 'table'))

const OUTPUT = t.object({
  source: TABLE,
  target: TABLE,
  ...t.booleans('structureCopied', 'includeData'),
  rowsCopied: t.integer(),
  indexes: t.integer('Without those of keys and constraints'),
  constraints: t.integer('Keys, unique and check constraints, foreign keys'),
  triggers: t.integer(),
  skipped: t.arrayOf({ ...OBJECT.properties, reason: t.string() }),
  ...t.optionals({
    notes: t.arrayOf(
      { ...OBJECT.properties, note: t.string() },
      'What is made and acts on more than the copy, such as triggers that write to other tables',
    ),
    plan: t.array(OBJECT, 'What would be made, in a dry run'),
  }),
  atomic: t.boolean('All is made in one transaction: a failure undoes everything'),
  dryRun: t.boolean(),
  durationMs: t.integer(),
})

type Input = t.Static<typeof INPUT>

/**
 * Makes a table like another one, with all its rows or some when asked to. Rows never leave the engine.
 *
 * @throws AdminError `TARGET_EXISTS`, `SAME_OBJECT`, `NOT_SUPPORTED` for views; whatever fails leaves nothing behind.
 * @see Admin REST API, Endpoints, POST /tableCopy. `where`, `limit`, `includeTriggers`, `dryRun` and the answer are ours.
 */
export const tableCopy: Operation<typeof INPUT> = {
  summary: 'Makes a table like another one',
  readsRows: true,
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  isShort: ({ dryRun, includeData }) => dryRun && !includeData,
  run: async (context, input) => {
    const startedMs = performance.now()
    if (!input.includeData && (input.where !== undefined || input.limit !== undefined))
      throw new AdminError('INVALID_PARAMETER', `'where' and 'limit' choose rows, which are copied with 'includeData'`)
    const { dialect } = context
    const planner = dialect.structure.copy
    const copy = await inSession(context, (within) => resolve(within, input))
    const { plan, rows } = await runStructurePlan(context, { isDry: input.dryRun }, planner, copy, () =>
      context.names.noteCopy(copy.target, copy.source),
    )
    return answer(copy, plan, input.dryRun ? undefined : rows, startedMs)
  },
}

const resolve = async (context: SessionContext, input: Input): Promise<CopyInput> => {
  const { dialect, names, session } = context
  const source = await names.table(session, input.sourceSchema, input.sourceTable)
  if (!COPIED_TYPES.includes(source.type))
    throw new AdminError(
      'NOT_SUPPORTED',
      `'${source.name}' is no table with rows of its own: it is of type ${source.type}`,
    )
  if (input.includeData && !input.allowHiddenRows) refuseHidden(context.hiddenRows())
  const schema = await names.schema(session, input.targetSchema, 'write')
  const target = { schema, name: input.targetTable }
  if (schema === source.schema && foldName(target.name) === foldName(source.name))
    throw new AdminError('SAME_OBJECT', `'${target.name}' is the source itself`)
  const problem = dialect.structure.nameProblem(target.name)
  if (problem !== null) throw new AdminError('INVALID_PARAMETER', `'targetTable' cannot be that: ${problem}`)
  const [existing] = await ask(session, dialect.catalog.objectNames, target)
  if (existing)
    throw new AdminError('TARGET_EXISTS', `In schema '${schema}', ${existing.type} '${existing.name}' exists`)
  return {
    source: { schema: source.schema, name: source.name },
    target,
    includeData: input.includeData,
    where: conditionOf(context, source, input.where),
    limit: input.limit ?? null,
    includeTriggers: input.includeTriggers,
  }
}

const answer = (
  { source, target, includeData }: CopyInput,
  plan: StructurePlan,
  rows: ReadonlyMap<string, number> | undefined,
  startedMs: number,
): JsonObject => ({
  source: { schema: source.schema, table: source.name },
  target: { schema: target.schema, table: target.name },
  structureCopied: rows !== undefined,
  includeData,
  rowsCopied: sum(rows?.values() ?? []),
  indexes: countOf(plan, 'index'),
  constraints: countOf(plan, 'constraint', 'foreignKey'),
  triggers: countOf(plan, 'trigger'),
  skipped: listSkipped(plan.skipped),
  ...(listNotes(plan).length > 0 && { notes: listNotes(plan) }),
  ...(rows ? {} : { plan: plan.made.map(({ type, name }) => ({ type, name })) }),
  atomic: true,
  dryRun: rows === undefined,
  durationMs: Math.round(performance.now() - startedMs),
})
