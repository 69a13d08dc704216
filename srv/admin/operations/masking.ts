import { columnMarks } from '../core/column-marks.ts'
import { compileFilter, type FilterTarget } from '../core/filter/compile.ts'
import { parseFilter } from '../core/filter/parse.ts'
import type { Predicate } from '../core/filter/syntax.ts'
import type { JsonValue } from '../core/values.ts'
import { AdminError } from '../errors.ts'
import type { OperationContext, ResolvedTable } from './operation.ts'

/** What stands for a value that a user may not see. */
export const MASK = '***'

/**
 * The one rule for sensitive personal data. Who is no administrator sees that there is a value, how long it is and which
 * rows share it, but neither the value nor which rows meet a condition on it, since a few questions would give it away.
 */
export interface Masking {
  readonly isMasked: (column: string) => boolean
  /** The value as the user may see it. */
  readonly show: (column: string, value: JsonValue) => JsonValue
  /** @throws AdminError `FORBIDDEN` for a masked column by which rows would be chosen, ordered or added up. */
  readonly open: <Column extends { readonly name: string }>(column: Column) => Column
}

export const maskingOf = (
  { model, user }: Pick<OperationContext, 'model' | 'user'>,
  { name, isSensitive }: Pick<ResolvedTable, 'name' | 'isSensitive'>,
): Masking => {
  const marks = columnMarks(model, name)
  const isMasked = (column: string): boolean =>
    !user.is('admin') && (marks.isSensitive(column) || (isSensitive?.(column) ?? false))
  return {
    isMasked,
    show: (column, value) => (value !== null && isMasked(column) ? MASK : value),
    open: (column) => {
      if (!isMasked(column.name)) return column
      throw new AdminError('FORBIDDEN', `Column '${column.name}' is masked: only admins can choose or order rows by it`)
    },
  }
}

/** A filter's columns, as the user may choose rows by them. */
export const filterTarget = (
  context: Pick<OperationContext, 'dialect' | 'model' | 'user'>,
  table: ResolvedTable,
): FilterTarget => {
  const { open } = maskingOf(context, table)
  const target = context.dialect.filterTarget(table.columns)
  return { ...target, column: (sent) => open(target.column(sent)) }
}

/**
 * Reads the filter of a request; null when there is none.
 *
 * @throws AdminError `INVALID_FILTER`, also for what the database would refuse only later; `COLUMN_NOT_FOUND`;
 *   `FORBIDDEN` for a masked column.
 */
export const readWhere = (
  context: Pick<OperationContext, 'dialect' | 'model' | 'user'>,
  table: ResolvedTable,
  where: string | undefined,
): Predicate | null => {
  if (where === undefined || where === '') return null
  const predicate = parseFilter(where)
  compileFilter(predicate, filterTarget(context, table))
  return predicate
}
