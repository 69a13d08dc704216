import { type ChosenRows, dependentRows } from '../../../core/dump/dependent-rows.ts'
import { type DumpStatement, MAX_TABLES, type NotIncluded, storedColumns } from '../../../core/dump/manifest.ts'
import { findCycles } from '../../../core/lineage/graph.ts'
import { inReferenceOrder } from '../../../core/transfer/reference-order.ts'
import type { Statement } from '../../../core/values.ts'
import { ask } from '../../../dialects/rows.ts'
import type { ForeignKeyMetadata } from '../../../dialects/metadata.ts'
import type { TablePart } from '../../../dialects/structure.ts'
import { AdminError } from '../../../core/errors.ts'
import { refuseHidden, maskingOf, conditionOf } from '../../masking.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'
import { chooseStructure } from './choose-structure.ts'
import { chooseTables, type DumpInput } from './choose-tables.ts'
import { nameResolver } from '../../../core/identifiers.ts'

interface Dumped {
  readonly schema: string
  /** Sorted: referenced tables come first. */
  readonly tables: readonly ResolvedTable[]
  readonly foreignKeys: readonly ForeignKeyMetadata[]
  readonly cycles: readonly string[][]
}

/**
 * Which rows of each table depend on those that filters leave.
 *
 * @throws AdminError `INVALID_FILTER`, `COLUMN_NOT_FOUND`, `FORBIDDEN` for masked columns; `INVALID_PARAMETER` for a table that is
 *   not in the dump or named twice; `NOT_SUPPORTED` where tables refer to each other in a circle.
 */
const chooseRows = (
  context: SessionContext,
  rows: NonNullable<DumpInput['rows']>,
  { schema, tables, foreignKeys, cycles }: Dumped,
): ((table: string) => ChosenRows) => {
  const { quote } = context.dialect
  const [cycle] = cycles
  if (cycle)
    throw new AdminError(
      'NOT_SUPPORTED',
      `What hangs on given rows is not found where tables refer to each other in a circle: ${cycle.join(', ')}`,
    )
  const known = new Map(tables.map((table) => [table.name, table]))
  const resolve = nameResolver(known.keys(), 'INVALID_PARAMETER', "In the dump, table of 'rows'")
  const given = new Map<string, (position: number) => Statement>()
  for (const { table: sent, where } of rows) {
    const name = resolve(sent)
    if (given.has(name)) throw new AdminError('INVALID_PARAMETER', `'rows' has table '${name}' twice`)
    const table = known.get(name)
    if (!table) throw new Error('Names are resolved to tables of the dump')
    const compile = (position: number): Statement =>
      conditionOf(context, table, where, position) ?? { sql: '1 = 1', parameters: [] }
    compile(1)
    given.set(name, compile)
  }
  const nameOf = (name: string): string => `${quote(schema)}.${quote(name)}`
  return dependentRows({ tables: [...known.keys()], keys: foreignKeys, given, quote, nameOf })
}

/** What a dump will have, and in which order. */
export interface DumpPlan {
  readonly schema: string
  readonly tables: readonly ResolvedTable[]
  /** Of these tables, to others of them. */
  readonly foreignKeys: readonly ForeignKeyMetadata[]
  readonly cycles: readonly string[][]
  /** Tables of these that hold rows of others of these. */
  readonly parts: readonly TablePart[]
  readonly statements: readonly DumpStatement[]
  readonly notIncluded: readonly NotIncluded[]
  /** Which rows of a table; absent where it is all of them. */
  readonly rowsOf?: (table: string) => ChosenRows
}

/** @throws AdminError `NOT_SUPPORTED`, `FORBIDDEN` for masked columns, `INSUFFICIENT_PRIVILEGE` for hidden rows, `LIMIT_TOO_LARGE`. */
export const planDump = async (context: SessionContext, input: DumpInput): Promise<DumpPlan> => {
  const { session, names, dialect } = context
  const { script, rebuild } = dialect.structure
  if (!script || !rebuild)
    throw new AdminError(
      'NOT_SUPPORTED',
      `No statements are written of ${dialect.platform}, so that no table could be made again`,
    )
  const schema = await names.schema(session, input.schema)
  const keys = await ask(session, dialect.catalog.foreignKeys, { schema, table: null })
  const parts = rebuild.parts ? await ask(session, rebuild.parts, { schema }) : []
  const { chosen, notIncluded } = await chooseTables(context, { schema, keys, parts }, input)
  if (chosen.length > MAX_TABLES) throw new AdminError('LIMIT_TOO_LARGE', `A dump has at most ${MAX_TABLES} tables`)
  const find = await names.tables(session, schema, chosen)
  const tables = chosen.map(find)
  for (const table of tables) refuseUnreadable(context, table)
  if (!input.allowHiddenRows) refuseHidden(context.hiddenRows())
  const own = new Set(chosen)
  const ofTables = keys.filter(({ table }) => own.has(table))
  const foreignKeys = ofTables.filter((key) => key.referencedSchema === schema && own.has(key.referencedTable))
  const references = foreignKeys.map(({ table, referencedTable }) => ({ from: table, to: referencedTable }))
  const order = inReferenceOrder(chosen, references).map(find)
  const keysElsewhere = ofTables.filter((key) => !foreignKeys.includes(key))
  const structure = await chooseStructure(
    context,
    { script, rebuild },
    { schema, own, isAll: input.tables === undefined, keysElsewhere },
  )
  const cycles = findCycles(
    references.filter(({ from, to }) => from !== to).map(({ from, to }) => ({ source: from, target: to })),
  )
  const ownParts = parts.filter((part) => own.has(part.table) && own.has(part.parent))
  const [divided] = ownParts
  if (divided && input.rows)
    throw new AdminError(
      'NOT_SUPPORTED',
      `What hangs on given rows is not found where tables have parts: '${divided.table}' is one of '${divided.parent}'`,
    )
  const rowsOf = input.rows && chooseRows(context, input.rows, { schema, tables: order, foreignKeys, cycles })
  // What the database does not let be read, or not so, is told before anything is sent.
  for (const table of tables) await session.query(noRows(context, table, rowsOf?.(table.name)))
  return {
    schema,
    tables: order,
    foreignKeys,
    cycles,
    parts: ownParts,
    statements: structure.statements,
    notIncluded: [
      ...notIncluded,
      ...structure.notIncluded,
      ...tellKeys(context, schema, keysElsewhere),
      ...(rowsOf
        ? order.map(({ name }) => ({ type: 'rows', name, reason: 'Those that do not hang on the given ones' }))
        : []),
    ],
    ...(rowsOf && { rowsOf }),
  }
}

const noRows = (
  { dialect: { quote } }: SessionContext,
  { schema, name, columns }: ResolvedTable,
  { common, condition, parameters }: ChosenRows = ALL,
): Statement => {
  const names = storedColumns(columns).map((column) => quote(column.name))
  const selected = names.length > 0 ? names.join(', ') : '1'
  const sql = `${common}SELECT ${selected} FROM ${quote(schema)}.${quote(name)} AS r WHERE 1 = 0 AND (${condition})`
  return { sql, parameters }
}

const ALL: ChosenRows = { common: '', condition: '1 = 1', parameters: [] }

/** A file with masks in the place of values would be no copy of the table. */
const refuseUnreadable = (context: SessionContext, table: ResolvedTable): void => {
  const { isMasked } = maskingOf(context, table)
  const masked = table.columns.find(({ name }) => isMasked(name))
  if (masked)
    throw new AdminError(
      'FORBIDDEN',
      `Column '${masked.name}' of '${table.name}' is masked, so that its values cannot be dumped: ${context.user.is('admin') ? 'it is hidden from everybody' : 'only admins see it'}`,
    )
}

/** Keys to tables of other schemas, and to those of which nobody is told, are not in a dump. */
const tellKeys = (
  { dialect: { hides } }: SessionContext,
  schema: string,
  keys: readonly ForeignKeyMetadata[],
): NotIncluded[] =>
  keys.flatMap((key): NotIncluded[] => {
    if (hides?.isTable(key.referencedTable))
      return [{ type: 'foreignKey', name: key.table, reason: 'It refers to a table that the application hides' }]
    if (key.referencedSchema === schema) return []
    return [{ type: 'foreignKey', name: key.name, reason: `It refers to a table of schema '${key.referencedSchema}'` }]
  })
