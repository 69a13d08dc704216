import type { Session } from '../../../database/session.ts'
import type { OperationContext } from '../../operation.ts'
import { columnStatement, readCounts, shiftStatement } from './column-statement.ts'
import type { ColumnCounts, ProfiledColumn } from './column-statement.ts'
import type { Rows } from './rows.ts'

/** Columns that one scan asks about: far below the number of result columns that any engine allows. */
const COLUMNS_PER_SCAN = 60

/** A column with what a scan tells about it. */
export interface Scanned {
  readonly column: ProfiledColumn
  readonly counts: ColumnCounts
}

/** Counts and measures columns, as many as possible in one scan. @returns also the number of rows. */
export const scanColumns = async (
  context: OperationContext,
  session: Session,
  rows: Rows,
  columns: readonly ProfiledColumn[],
): Promise<{ scanned: Scanned[]; total: number }> => {
  const scanned: Scanned[] = []
  let total = 0
  for (let first = 0; first < columns.length; first += COLUMNS_PER_SCAN) {
    context.progress({ phase: 'columns', rowsDone: 0, rowsTotal: null })
    const group = columns.slice(first, first + COLUMNS_PER_SCAN)
    const result = await scanGroup(context, session, rows, group, await roughMeans(context, session, rows, group))
    total = result.total
    // Where the first rows were far from the mean, the deviation is measured again around it.
    const again = result.scanned.filter(({ counts }) => counts.numbers?.moments?.isExact === false)
    const means = again.map(({ counts }) => counts.numbers?.moments?.mean ?? 0)
    const better = await (again.length === 0
      ? { scanned: [] }
      : scanGroup(
          context,
          session,
          rows,
          again.map(({ column }) => column),
          means,
        ))
    scanned.push(...result.scanned.map((each) => better.scanned.find(({ column }) => column === each.column) ?? each))
  }
  return { scanned, total }
}

/** Null where the engine needs none. */
const roughMeans = async (
  { dialect }: OperationContext,
  session: Session,
  rows: Rows,
  columns: readonly ProfiledColumn[],
): Promise<number[] | null> => {
  if (dialect.analysis.aggregates) return null
  const numeric = columns.filter(({ isNumeric }) => isNumeric)
  if (numeric.length === 0) return []
  const [row = {}] = await session.query(shiftStatement(dialect, rows, numeric))
  return columns.map((column) => Number(row[`s${String(numeric.indexOf(column))}`] ?? 0))
}

const scanGroup = async (
  { dialect }: OperationContext,
  session: Session,
  rows: Rows,
  columns: readonly ProfiledColumn[],
  shifts: readonly number[] | null,
): Promise<{ scanned: Scanned[]; total: number }> => {
  const [row = {}] = await session.query(columnStatement(dialect, rows, columns, shifts ?? []))
  const scanned = columns.map((column, index) => ({
    column,
    counts: readCounts(row, index, column, shifts && (shifts[index] ?? 0)),
  }))
  return { scanned, total: Number(row['total']) }
}
