import { dateBinsOf, type Bins, binsOf } from '../../../core/profile/histogram.ts'
import { neededRanks, percentilesOf } from '../../../core/profile/percentiles.ts'
import { foreignValue } from '../../../core/transfer/foreign-value.ts'
import type { Session } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { JsonObject, SessionContext } from '../../operation.ts'
import type { ColumnCounts } from './column-counts.ts'
import { MAX_VALUE_LENGTH, type ProfiledColumn } from './column-statement.ts'
import { type ColumnFindings, describeColumn } from './describe-column.ts'
import type { Rows } from './rows.ts'
import type { Scanned } from './scan-columns.ts'
import { readAnswers, readSortAnswers, type SortAnswers, sortStatement, valueStatement } from './value-statement.ts'

/** What was found out before, of all rows. */
type Known = Pick<ColumnFindings, 'column' | 'rows' | 'counts' | 'isSample' | 'valueRows'>

/**
 * Sorts or groups the values of a column where they may be looked at, and describes it.
 *
 * @param rows whose values are looked at
 * @param looked what these rows tell of the column
 */
export const lookAtValues = async (
  { dialect, session }: SessionContext,
  rows: Rows,
  { column, counts, hasFewValues }: Scanned,
  { topValues = 0, histogramBins = 0 }: { topValues?: number; histogramBins?: number },
  known: Known,
): Promise<JsonObject> => {
  const isReadable = column.hasValues && (known.counts.maxLength ?? 0) <= MAX_VALUE_LENGTH
  const { numbers, present } = counts
  // As rows have it: bytes in a column of another kind cannot be told from text otherwise.
  const toJson = (value: ColumnCounts['min']) => {
    const { kind, takesAny } = column.metadata
    const isForeign = value instanceof Uint8Array && takesAny === true && kind !== 'binary'
    return dialect.jsonValue(column.metadata, isForeign ? foreignValue(value) : value)
  }
  const bins = histogramBins > 0 ? partsOf(column, known.counts, histogramBins, toJson) : null
  const found = { ...known, valueCount: present, bins, toJson }
  if (!isReadable) return describeColumn({ ...found, values: null, percentiles: null })
  const sorted = hasFewValues ? null : await sort(dialect, session, rows, { column, counts })
  const areUnique = sorted?.distinct === present
  const ranks = sorted ? [] : neededRanks(numbers?.count ?? 0)
  const questions = { topValues, ranks, bins, areUnique, areNumbers: numbers?.areAll ?? false }
  const isKnown = areUnique && topValues === 0 && !bins
  const grouped = isKnown ? [] : await session.query(valueStatement(dialect, rows, column, questions))
  const values = readAnswers(grouped, present)
  const percentiles = sorted ? sorted.percentiles : numbers && percentilesOf(numbers.count, values.ranks)
  return describeColumn({ ...found, values, percentiles })
}

/** Of numbers, dates and timestamps; values of other kinds have no range to be cut. */
const partsOf = (
  { metadata: { kind } }: ProfiledColumn,
  { numbers, min, max }: ColumnCounts,
  wanted: number,
  toJson: ColumnFindings['toJson'],
): Bins | null => {
  if (numbers) return numbers.count === 0 ? null : binsOf(numbers.low, numbers.high, wanted, kind === 'integer')
  return kind === 'date' || kind === 'timestamp' ? dateBinsOf(toJson(min), toJson(max), wanted, kind === 'date') : null
}

const sort = async (
  dialect: Dialect,
  session: Session,
  rows: Rows,
  { column, counts }: Pick<Scanned, 'column' | 'counts'>,
): Promise<SortAnswers | null> => {
  const statement = sortStatement(dialect, rows, column, counts.numbers?.areAll ?? false)
  const [row] = statement ? await session.query(statement) : []
  return row ? readSortAnswers(row) : null
}
