import { type ChosenRows, hangingRows } from '../../../core/dump/hanging-rows.ts'
import { compileWhere } from '../../../core/filter/where.ts'
import type { Statement } from '../../../core/values.ts'
import type { ForeignKeyMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../errors.ts'
import { filterTarget } from '../../masking.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'
import type { DumpInput } from './input.ts'

interface Dumped {
  readonly schema: string
  /** Those that others refer to come first. */
  readonly tables: readonly ResolvedTable[]
  readonly foreignKeys: readonly ForeignKeyMetadata[]
  readonly cycles: readonly string[][]
}

/**
 * Which rows of each table hang on those that filters leave.
 *
 * @throws AdminError `INVALID_FILTER`, `COLUMN_NOT_FOUND`, `FORBIDDEN` for masked columns; `INVALID_PARAMETER` for a table that is
 *   not in the dump or named twice; `NOT_SUPPORTED` where tables refer to each other in a circle.
 */
export const chooseRows = (
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
  const given = new Map<string, (position: number) => Statement>()
  for (const { table: sent, where } of rows) {
    const table = tableOf(tables, sent)
    if (given.has(table.name)) throw new AdminError('INVALID_PARAMETER', `'rows' has table '${table.name}' twice`)
    const compile = (position: number): Statement =>
      compileWhere(where, filterTarget(context, table), position) ?? { sql: '1 = 1', parameters: [] }
    compile(1)
    given.set(table.name, compile)
  }
  const options = {
    tables: tables.map(({ name }) => name),
    keys: foreignKeys,
    given,
    quote,
    nameOf: (name: string) => `${quote(schema)}.${quote(name)}`,
  }
  return (table) => hangingRows(table, options)
}

const tableOf = (tables: readonly ResolvedTable[], sent: string): ResolvedTable => {
  const exact = tables.find(({ name }) => name === sent)
  const near = tables.filter(({ name }) => name.toLowerCase() === sent.toLowerCase())
  const found = exact ?? (near.length === 1 ? near[0] : undefined)
  if (!found)
    throw new AdminError('INVALID_PARAMETER', `'rows' names '${sent}', which is none of the tables of the dump`)
  return found
}
