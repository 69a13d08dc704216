import { refuseMore } from '../list-page.ts'
import * as t from '../../core/json-schema.ts'
import { nameResolver, parseColumnList } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import { inSession, type JsonObject, type Operation, type OperationContext, type SessionContext } from '../operation.ts'
import {
  findOrphans,
  type Orphans,
  endsOf,
  resolveEnds,
  type TableOf,
  OUTPUT,
} from './referential-check/find-orphans.ts'
import { type Key, listKeys, SOURCES } from '../list-keys.ts'
import { maskingOf } from '../masking.ts'
import { ownError } from '../read-source.ts'

const SAMPLES = 20
const MODES = ['check', 'report', 'detailed', 'repair'] as const

const INPUT = t.object(
  t.optionals({
    schema: t.string(),
    table: t.string('Absent: all tables of the schema'),
    constraints: t.commaSeparated('Only these, by name'),
    source: t.oneOf(SOURCES, 'Foreign keys of the catalog, associations of the model, or both', { default: 'all' }),
    mode: t.oneOf(MODES, 'check: what is violated, with sample values; report: counts for every key; detailed: both', {
      default: 'check',
    }),
    limit: t.integer('Sample values for each key', { minimum: 0 }),
  }),
)
type Input = t.Static<typeof INPUT>

/**
 * Finds rows that refer to rows which do not exist, by the foreign keys of the catalog and by the associations of the
 * model, for which CAP deploys no foreign keys.
 *
 * The catalog is asked once for all keys, and all are checked in one transaction. One that cannot be checked costs the others
 * nothing: it is told with status `ERROR` and the reason, and the rest is checked in another transaction.
 *
 * @returns `violations` with `orphanedRows` (rows) and `distinctValues` of their keys; counts are exact, samples are the
 *   most frequent values. `details` has every key.
 * @throws AdminError `CONSTRAINT_NOT_FOUND`; `NOT_SUPPORTED` for the mode `repair`.
 * @see Admin REST API, Endpoints, POST /referentialCheck. Request and answer are ours: the contract leaves both open.
 */
export const referentialCheck: Operation<typeof INPUT> = {
  summary: 'Finds rows that refer to rows which do not exist',
  readsRows: true,
  tellsValues: true,
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  run: async (context, input) => {
    if (input.mode === 'repair')
      throw new AdminError('NOT_SUPPORTED', 'Nothing is repaired: look at the violations, then change the data')
    const limit = input.limit ?? SAMPLES
    refuseMore('limit', limit, context.config.limits.differencesMax)
    const { checked, ...chosen } = await checkAll(context, input, limit)
    return answer(context, { ...chosen, mode: input.mode ?? 'check', limit }, checked)
  },
}

interface Chosen {
  readonly schema: string
  readonly table: string | null
  readonly keys: readonly Key[]
  readonly tableOf: TableOf
}

const chooseKeys = async (
  context: SessionContext,
  { schema: sentSchema, table: sentTable, constraints, source = 'all' }: Input,
): Promise<Chosen> => {
  const { names, session } = context
  const table = sentTable === undefined ? null : (await names.table(session, sentSchema, sentTable)).name
  const schema = await names.schema(session, sentSchema)
  const all = await listKeys(context, { schema, table, source })
  const known = all.map(({ name }) => name)
  const nameOf = nameResolver(known, 'CONSTRAINT_NOT_FOUND', 'Constraint')
  const listed = parseColumnList(constraints, 'constraints')
  const wanted = listed && new Set(listed.map(nameOf))
  const keys = all.filter(({ name }) => wanted?.has(name) ?? true)
  return { schema, table, keys, tableOf: await resolveEnds(context, schema, keys) }
}

interface Checked {
  readonly key: Key
  readonly result: Orphans | AdminError
}

/** A statement that fails ends its transaction: the keys behind it are checked in another one. */
const checkAll = async (
  given: OperationContext,
  input: Input,
  limit: number,
): Promise<Chosen & { checked: readonly Checked[] }> => {
  const checked: Checked[] = []
  const state = { chosen: null as Chosen | null, key: null as Key | null }
  const checkRest = async (context: SessionContext): Promise<Chosen> => {
    const chosen = (state.chosen ??= await chooseKeys(context, input))
    const { schema, keys, tableOf } = chosen
    for (const key of keys.slice(checked.length)) {
      state.key = key
      context.progress(`key ${checked.length + 1} of ${keys.length}: ${key.name}`)
      const ends = endsOf(context, tableOf, schema, key)
      // One value has to be asked for to learn how many there are.
      const result = ends instanceof AdminError ? ends : await findOrphans(context, key, ends, Math.max(limit, 1))
      checked.push({ key, result })
    }
    state.key = null
    return chosen
  }
  for (;;)
    try {
      return { ...(await inSession(given, checkRest)), checked }
    } catch (error) {
      if (!state.key) throw error
      checked.push({ key: state.key, result: ownError(error) })
      state.key = null
    }
}

interface Report {
  readonly schema: string
  readonly table: string | null
  readonly mode: (typeof MODES)[number]
  readonly limit: number
}

const answer = (
  context: OperationContext,
  { schema, table, mode, limit }: Report,
  checked: readonly Checked[],
): JsonObject => {
  const shown = mode === 'report' ? 0 : limit
  const entries = checked.map((each) => describe(context, each, shown))
  const violations = entries.filter(({ status }) => status !== 'OK')
  const withStatus = (status: string): number => entries.filter((entry) => entry['status'] === status).length
  const orphans = checked.map(({ result }) => (result instanceof AdminError ? null : result))
  return {
    schema,
    table,
    totalForeignKeys: checked.length,
    validConstraints: withStatus('OK'),
    violatedConstraints: withStatus('VIOLATED'),
    failedConstraints: withStatus('ERROR'),
    totalOrphanedRecords: orphans.reduce((sum, each) => sum + (each?.rows ?? 0), 0),
    violations,
    ...(mode !== 'check' && { details: entries }),
    truncated: mode !== 'report' && orphans.some((each) => each !== null && each.distinctValues > shown),
  }
}

const describe = (context: OperationContext, { key, result }: Checked, shown: number): JsonObject => {
  const { name, source, isEnforced, table, columns, referencedSchema, referencedTable, referencedColumns } = key
  const own = { constraintName: name, source, enforced: isEnforced, table }
  if (result instanceof AdminError)
    return {
      ...own,
      columns,
      referencesSchema: referencedSchema,
      referencesTable: referencedTable,
      referencedColumns,
      status: 'ERROR',
      reason: result.details,
    }
  const { child, parent, parentColumns, rows, distinctValues, samples } = result
  const { show } = maskingOf(context, child)
  const records = samples.slice(0, shown).map(({ values, count }) => ({
    values: Object.fromEntries(
      result.columns.map((column, index) => [column.name, show(column.name, values[index] ?? null)]),
    ),
    count,
  }))
  return {
    ...own,
    columns: result.columns.map((column) => column.name),
    referencesSchema: parent.schema,
    referencesTable: parent.name,
    referencedColumns: parentColumns.map((column) => column.name),
    status: rows > 0 ? 'VIOLATED' : 'OK',
    orphanedRows: rows,
    distinctValues,
    ...(shown > 0 && { orphanedRecords: records }),
  }
}
