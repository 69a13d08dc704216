import { sumOfHalves, wholeMean } from '../../../core/statistics.ts'
import type { Session } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { SessionContext } from '../../operation.ts'
import { type ColumnCounts, readCounts } from './column-counts.ts'
import { columnStatement, type ProfiledColumn, type ShiftedColumn, shiftStatement } from './column-statement.ts'
import { type Rows, selectFrom } from './rows.ts'

/** Rows that are looked into. */
const TRIED = 10_000
/** A column has few values where so many rows have one of these, measured by the values. */
const REPEATED = 1.02

/**
 * Guesses which columns have few values, from some rows: to group them costs less than to sort them, and tells all that sorting
 * does. A wrong guess costs time, and changes no answer.
 *
 * @param columns as many as one statement may ask about.
 * @returns their names.
 */
const columnsOfFewValues = async (
  { dialect, session }: SessionContext,
  rows: Rows,
  columns: readonly ProfiledColumn[],
): Promise<ReadonlySet<string>> => {
  const { analysis, quote } = dialect
  const readable = columns.filter(({ hasValues }) => hasValues)
  if (!analysis.aggregates || readable.length === 0) return new Set()
  const names = readable.map(({ metadata }) => quote(metadata.name))
  const counts = readable.map(({ metadata }, index) => {
    const name = names[index] ?? ''
    return `count(DISTINCT ${analysis.comparable(metadata, name)}) AS "d${index}", count(${name}) AS "n${index}"`
  })
  const [row = {}] = await session.query({
    sql: `SELECT ${counts.join(', ')} FROM (SELECT ${names.join(', ')} ${selectFrom(rows)} LIMIT ${TRIED}) AS "few"`,
    parameters: rows.condition.parameters,
  })
  const isRepeated = (index: number): boolean => REPEATED * Number(row[`d${index}`]) <= Number(row[`n${index}`])
  return new Set(readable.filter((_, index) => isRepeated(index)).map(({ metadata }) => metadata.name))
}

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
  return { scanned: await withWholeMeans(context, rows, exact), total }
}

/** Means of integers that doubles are not fine enough for, where the engine calculates with these. */
const withWholeMeans = async (
  { dialect, session }: SessionContext,
  rows: Rows,
  scanned: readonly Scanned[],
): Promise<readonly Scanned[]> => {
  const { halves } = dialect.analysis
  const wide = scanned.filter(
    ({ column, counts: { numbers } }) => column.metadata.kind === 'integer' && isWide(numbers),
  )
  if (!halves || wide.length === 0) return scanned
  const sums = wide.flatMap(({ column }, index) =>
    Object.entries(halves(dialect.quote(column.metadata.name))).map(([name, sql]) => `${sql} AS "${name}${index}"`),
  )
  const [row = {}] = await session.query({
    sql: `SELECT ${sums.join(', ')} ${selectFrom(rows)}`,
    parameters: rows.condition.parameters,
  })
  return scanned.map((each) => {
    const { counts } = each
    const { numbers } = counts
    const index = wide.indexOf(each)
    // What is no integer is in no such sum.
    if (!numbers?.moments || Number(row[`count${index}`] ?? 0) !== numbers.count) return each
    const half = (name: string): bigint => BigInt(String(row[`${name}${index}`]))
    const mean = wholeMean(sumOfHalves(half('upper'), half('lower')), numbers.count)
    return { ...each, counts: { ...counts, numbers: { ...numbers, moments: { ...numbers.moments, mean } } } }
  })
}

const isWide = (numbers: ColumnCounts['numbers']): boolean =>
  numbers !== null && Math.max(-numbers.low, numbers.high) > Number.MAX_SAFE_INTEGER

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
