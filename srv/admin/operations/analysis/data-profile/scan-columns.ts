import type { Session } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { SessionContext } from '../../operation.ts'
import { type ColumnCounts, readCounts } from './column-counts.ts'
import { columnsOfFewValues } from './few-values.ts'
import { columnStatement, type ProfiledColumn, type ShiftedColumn, shiftStatement } from './column-statement.ts'
import type { Rows } from './rows.ts'

/** Columns that one scan asks about: far below the number of result columns that any engine allows. */
const COLUMNS_PER_SCAN = 60

/** A column with what a scan tells about it. */
export interface Scanned {
  readonly column: ShiftedColumn
  readonly counts: ColumnCounts
  /** It seems to have few values, so that grouping it costs less than sorting it. */
  readonly hasFewValues: boolean
}

/** Counts and measures columns, as many as possible in one scan. @returns also the number of rows. */
export const scanColumns = async (
  context: SessionContext,
  rows: Rows,
  columns: readonly ProfiledColumn[],
): Promise<{ scanned: Scanned[]; total: number }> => {
  const scanned: Scanned[] = []
  let total = 0
  for (let first = 0; first < columns.length; first += COLUMNS_PER_SCAN) {
    context.progress('columns')
    const result = await scanGroup(context, rows, columns.slice(first, first + COLUMNS_PER_SCAN))
    total = result.total
    scanned.push(...result.scanned)
  }
  return { scanned, total }
}

const scanGroup = async (
  context: SessionContext,
  rows: Rows,
  columns: readonly ProfiledColumn[],
): Promise<{ scanned: readonly Scanned[]; total: number }> => {
  const { dialect, session } = context
  const few = await columnsOfFewValues(context, rows, columns)
  const scan = async (group: readonly ShiftedColumn[], isStrict: boolean) => {
    const [row = {}] = await session.query(columnStatement(dialect, rows, group, isStrict))
    const found = group.map((column, index): Scanned => {
      const hasFewValues = few.has(column.metadata.name)
      return { column, counts: readCounts(row, index, column), hasFewValues }
    })
    return { found, total: Number(row['total']) }
  }
  const { found, total } = await scan(await addShifts(dialect, session, rows, columns), false)
  const again = async (
    scanned: readonly Scanned[],
    isWrong: (numbers: NonNullable<ColumnCounts['numbers']>) => boolean,
    shiftOf: (each: Scanned) => number,
  ): Promise<readonly Scanned[]> => {
    const wrong = scanned.filter(({ counts: { numbers, present } }) => present > 0 && numbers && isWrong(numbers))
    if (wrong.length === 0) return scanned
    const better = await scan(
      wrong.map((each) => ({ ...each.column, shift: shiftOf(each) })),
      true,
    )
    return scanned.map((each) => better.found[wrong.indexOf(each)] ?? each)
  }
  const finite = await again(
    found,
    ({ areAll }) => !areAll,
    ({ column }) => column.shift,
  )
  // Where the first rows were far from the mean, the deviation is measured again around it.
  const exact = await again(
    finite,
    ({ moments }) => moments?.isExact === false,
    ({ counts }) => counts.numbers?.moments?.mean ?? 0,
  )
  return { scanned: exact, total }
}

/** Rough means of the numeric columns, where the engine needs them. */
const addShifts = async (
  dialect: Dialect,
  session: Session,
  rows: Rows,
  columns: readonly ProfiledColumn[],
): Promise<ShiftedColumn[]> => {
  const numeric = columns.filter(({ isNumeric }) => isNumeric)
  const isNeeded = !dialect.analysis.aggregates && numeric.length > 0
  const [row = {}] = isNeeded ? await session.query(shiftStatement(dialect, rows, numeric)) : []
  return columns.map((column) => ({ ...column, shift: Number(row[`s${numeric.indexOf(column)}`] ?? 0) }))
}
