import { type ChosenRows, hangingRows } from '../../../core/dump/hanging-rows.ts'
import { compileWhere } from '../../../core/filter/where.ts'
import { nameResolver } from '../../../core/identifiers.ts'
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
  const known = new Map(tables.map((table) => [table.name, table]))
  const resolve = nameResolver(known.keys(), 'INVALID_PARAMETER', "In the dump, table of 'rows'")
  const given = new Map<string, (position: number) => Statement>()
  for (const { table: sent, where } of rows) {
    const name = resolve(sent)
    if (given.has(name)) throw new AdminError('INVALID_PARAMETER', `'rows' has table '${name}' twice`)
    const table = known.get(name)
    if (!table) throw new Error('Names are resolved to tables of the dump')
    const compile = (position: number): Statement =>
      compileWhere(where, filterTarget(context, table), position) ?? { sql: '1 = 1', parameters: [] }
    compile(1)
    given.set(name, compile)
  }
  const nameOf = (name: string): string => `${quote(schema)}.${quote(name)}`
  return hangingRows({ tables: [...known.keys()], keys: foreignKeys, given, quote, nameOf })
}
