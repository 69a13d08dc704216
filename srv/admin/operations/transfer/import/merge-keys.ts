import type { ColumnMapping } from '../../../core/transfer/column-mapping.ts'
import type { Merge, MergeMode } from '../../../core/transfer/merge.ts'
import { primaryKey } from '../../../core/primary-key.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../errors.ts'
import type { Names, ResolvedTable } from '../../operation.ts'

/**
 * How the rows of a file meet those of a table.
 *
 * @param keys as sent; the primary key when absent.
 * @throws AdminError `KEY_REQUIRED` for a table without a primary key, `COLUMN_NOT_FOUND`, `COLUMN_MISMATCH` when the file lacks a
 *   column of the key, has nothing else to update, or has numbers that only the database may give.
 */
export const mergeByKeys = (
  names: Pick<Names, 'columns'>,
  table: ResolvedTable,
  { pairs }: ColumnMapping<ColumnMetadata>,
  { mode, keys }: { readonly mode: MergeMode; readonly keys: readonly string[] | undefined },
): Merge => {
  const columns = keys ? names.columns(table, keys) : primaryKey(table)
  if (columns.length === 0)
    throw new AdminError(
      'KEY_REQUIRED',
      `Table '${table.name}' has no primary key: send the names of columns as 'keys'`,
    )
  const isKey = (name: string): boolean => columns.some((column) => column.name === name)
  const missing = columns.filter(({ name }) => !pairs.some(({ column }) => column.name === name))
  if (missing.length > 0)
    throw mismatch(`The file has no column for ${list(missing)}, by which rows are found: send 'keys' for others`)
  const others = pairs.filter(({ column }) => !isKey(column.name)).map(({ column }) => column)
  if (mode === 'update' && others.length === 0)
    throw mismatch('The file has columns of the key only: nothing to update')
  const numbered = mode === 'ignore' ? [] : others.filter(({ identity }) => identity === 'always')
  if (numbered.length > 0)
    throw mismatch(
      `The database numbers ${list(numbered)} itself, so that rows cannot be updated there: send identities 'renumber' to leave it out`,
    )
  return { mode, keys: columns.map(({ name }) => name) }
}

const list = (columns: readonly ColumnMetadata[]): string => columns.map(({ name }) => `'${name}'`).join(', ')

const mismatch = (details: string): AdminError => new AdminError('COLUMN_MISMATCH', details)
