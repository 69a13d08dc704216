import type { StoredForm } from '../../../core/transfer/stored-form.ts'
import { AdminError } from '../../../core/errors.ts'
import { maskingOf } from '../../masking.ts'
import type { SessionContext } from '../../operation.ts'
import { type Cell, readCell, sentCell, type SentCell } from './cells.ts'
import { type Changeable, columnRefusal } from '../../row-changes.ts'
import type { Input } from './schemas.ts'
import type { Change } from './statements.ts'

/**
 * Finds the columns that changes name, and reads their values.
 *
 * @throws AdminError naming the change: `COLUMN_NOT_FOUND`, `FORBIDDEN` for masked columns, `KEY_REQUIRED`, `INVALID_PARAMETER`,
 *   `MISSING_PARAMETER` where it is not said what was read.
 */
export const readChanges = (
  context: SessionContext,
  { table, keys }: Changeable,
  forms: ReadonlyMap<string, StoredForm>,
  { changes, overwrite = false }: Input,
): Change[] => {
  const { isMasked } = maskingOf(context, table)
  const found = (values: Readonly<Record<string, unknown>>): SentCell[] => {
    const names = Object.keys(values)
    const columns = names.length > 0 ? context.names.columns(table, names) : []
    return columns.map((column, index) => {
      if (isMasked(column.name)) throw new AdminError('FORBIDDEN', `Column '${column.name}' is masked`)
      return sentCell(column, values[names[index] ?? ''])
    })
  }
  const cells = (values: Readonly<Record<string, unknown>>): Cell[] =>
    found(values).map((cell) => readCell(context.dialect, cell, forms.get(cell.column.name)))
  const read = (change: Input['changes'][number], index: number): Change => {
    const { action } = change
    const values = action === 'delete' ? [] : cells(change.values)
    for (const { column } of values) {
      const refusal = columnRefusal(column, isMasked)
      if (refusal) throw refusal
    }
    if (action === 'insert') return { index, action, key: [], was: [], values }
    const key = cells(change.key)
    const named = new Set(key.map(({ column }) => column.name))
    if (!keys.some((each) => each.length === named.size && each.every((name) => named.has(name))))
      throw new AdminError(
        'KEY_REQUIRED',
        `'key' has to have the columns ${keys.map((each) => each.join(', ')).join(' or ')}`,
      )
    const missing = key.find(({ value }) => value === null)
    if (missing) throw new AdminError('INVALID_PARAMETER', `'${missing.column.name}' is NULL, which tells no row`)
    if (action === 'update' && values.length === 0) throw new AdminError('MISSING_PARAMETER', "'values' is empty")
    const was = found(change.was ?? {})
    const known = new Set([...was, ...key].map(({ column }) => column.name))
    const unread = values.find(({ column }) => !known.has(column.name))
    if (!overwrite && (was.length === 0 || unread))
      throw new AdminError(
        'MISSING_PARAMETER',
        unread
          ? `'was' has to tell what was read of '${unread.column.name}', or 'overwrite' that this does not matter`
          : "'was' has to tell what was read of the row, or 'overwrite' that this does not matter",
      )
    return { index, action, key, was: overwrite ? [] : was, values }
  }
  return changes.map((change, index) => inChange(index, () => read(change, index)))
}

/** What is wrong with a change, told as that. */
export const inChange = <T>(index: number, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof AdminError ? ofChange(index, error) : error
  }
}

/** The error with the change that it is about. */
export const ofChange = (index: number, { code, details, reason }: AdminError): AdminError =>
  new AdminError(code, `Change ${index}: ${details}`, { reason })
