import * as t from '../../core/json-schema.ts'
import { parseColumnList } from '../../core/column-list.ts'
import { isOfModel } from '../../core/find-entity.ts'
import { compileWhere } from '../../core/filter/where.ts'
import { dateBinsOf } from '../../core/profile/date-bins.ts'
import { type Bins, binsOf } from '../../core/profile/histogram.ts'
import { neededRanks, percentilesOf } from '../../core/profile/percentiles.ts'
import { foreignValue } from '../../core/transfer/foreign-value.ts'
import type { Session } from '../../database/session.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { filterTarget, maskingOf } from '../masking.ts'
import { inSession, type JsonObject, type Operation, type ResolvedTable, type SessionContext } from '../operation.ts'
import { MAX_VALUE_LENGTH, profiledColumn, type ProfiledColumn } from './data-profile/column-statement.ts'
import type { ColumnCounts } from './data-profile/column-counts.ts'
import { type ColumnFindings, describeColumn } from './data-profile/describe-column.ts'
import { type Rows, selectFrom } from './data-profile/rows.ts'
import { scanColumns, type Scanned } from './data-profile/scan-columns.ts'
import { OUTPUT } from './data-profile/output.ts'
import {
  readAnswers,
  readSortAnswers,
  type SortAnswers,
  sortStatement,
  valueStatement,
} from './data-profile/value-statement.ts'

const input = t.object({
  schema: t.optional(t.string()),
  table: t.string('Table or view'),
  ...t.optionals({
    columns: t.commaSeparated('Default: all columns'),
    where: t.string('Filter of the rows that are profiled'),
    sampleSize: t.integer('About so many rows; 0 means all', { minimum: 0, maximum: 1_000_000_000, default: 0 }),
    topValues: t.integer(undefined, { minimum: 0, maximum: 50, default: 5 }),
    histogramBins: t.integer(undefined, { minimum: 0, maximum: 200, default: 0 }),
  }),
})
type Input = t.Static<typeof input>

/**
 * Describes each column of a table by counts, bounds, moments, percentiles and frequent values: one scan for all
 * columns, then one sorting or grouping of each column whose values may be looked at.
 *
 * @see Admin REST API, Endpoints, POST /dataProfile. All but `schema` and `table`, and the answer, are ours.
 */
export const dataProfile: Operation<typeof input> = {
  summary: 'Describes the values of each column of a table',
  readsRows: true,
  tellsValues: true,
  input,
  output: OUTPUT,
  isHeavy: true,
  run: (context, given) => inSession(context, (within) => profile(within, given)),
}

const profile = async (context: SessionContext, given: Input): Promise<JsonObject> => {
  const started = performance.now()
  const { dialect, names, session } = context
  const table = await names.table(session, given.schema, given.table)
  const { isMasked } = maskingOf(context, table)
  const isCap = isOfModel(context.model, table.name)
  const columns = names
    .columns(table, parseColumnList(given.columns))
    .map((metadata) => (isCap && metadata.kind === 'binary' ? { ...metadata, takesAny: false } : metadata))
    .map((metadata) => profiledColumn(dialect, metadata, isMasked(metadata.name)))
  const { rows, rowCount, method } = await chooseRows(context, table, given)
  const { scanned, total } = await scanColumns(context, rows, columns)
  const described: JsonObject[] = []
  for (const each of scanned) {
    context.progress(`values of ${each.column.metadata.name}`, total, total)
    described.push(await describe(context, rows, each, { total, isSample: method !== null, given }))
  }
  return {
    schema: table.schema,
    table: table.name,
    rowCount: rowCount ?? total,
    columnCount: columns.length,
    sampled: method !== null,
    sampledRows: total,
    ...(method !== null && { sampleMethod: method }),
    profiledAt: new Date().toISOString(),
    columns: described,
    durationMs: Math.round(performance.now() - started),
  }
}

/** More rows are looked for again by each statement, rather than kept in mind. */
const MOST_PINNED = 200_000

/** All rows, or a sample when fewer are wanted than there are and the engine can take one from such a table. */
const chooseRows = async (
  context: SessionContext,
  table: ResolvedTable,
  { where, sampleSize = 0 }: Input,
): Promise<{ rows: Rows; rowCount: number | null; method: string | null }> => {
  const { dialect, session } = context
  const from = `${dialect.quote(table.schema)}.${dialect.quote(table.name)}`
  const condition = compileWhere(where, filterTarget(context, table)) ?? { sql: '', parameters: [] }
  const all = { from, condition, areStored: table.type === 'table' }
  const { sampling } = dialect.analysis
  if (sampleSize === 0 || !sampling) return { rows: all, rowCount: null, method: null }
  const { canSample, sample, pin } = sampling
  const [isPossible] = await session.query(canSample({ schema: table.schema, table: table.name }))
  if (!isPossible) return { rows: all, rowCount: null, method: null }
  context.progress('counting')
  const [row] = await session.query({
    sql: `SELECT count(*) AS total ${selectFrom(all)}`,
    parameters: condition.parameters,
  })
  const rowCount = Number(row?.['total'])
  if (rowCount <= sampleSize) return { rows: all, rowCount, method: null }
  const { method, clause, condition: sampled } = sample(sampleSize / rowCount, rowCount)
  const sql = [condition.sql, sampled ?? ''].filter((each) => each !== '').join(' AND ')
  const rows = { ...all, from: `${from}${clause}`, condition: { ...condition, sql } }
  if (!pin || sampleSize > MOST_PINNED) return { rows, rowCount, method }
  const [found] = await session.query({
    sql: `SELECT ${pin.told} AS told ${selectFrom(rows)}`,
    parameters: condition.parameters,
  })
  return {
    rows: { ...rows, condition: { sql: pin.condition, parameters: [String(found?.['told'])] } },
    rowCount,
    method,
  }
}

const describe = async (
  { dialect, session }: SessionContext,
  rows: Rows,
  { column, counts, hasFewValues }: Scanned,
  { total, isSample, given }: { total: number; isSample: boolean; given: Input },
): Promise<JsonObject> => {
  const { topValues = 0, histogramBins = 0 } = given
  const isReadable = column.hasValues && (counts.maxLength ?? 0) <= MAX_VALUE_LENGTH
  const { numbers, present } = counts
  // As rows have it: bytes in a column of another kind cannot be told from text otherwise.
  const toJson = (value: ColumnCounts['min']) => {
    const { kind, takesAny } = column.metadata
    const isForeign = value instanceof Uint8Array && takesAny === true && kind !== 'binary'
    return dialect.jsonValue(column.metadata, isForeign ? foreignValue(value) : value)
  }
  const bins = histogramBins > 0 ? partsOf(column, counts, histogramBins, toJson) : null
  const found = { column, rows: total, isSample, counts, bins, toJson }
  if (!isReadable) return describeColumn({ ...found, values: null, percentiles: null })
  const sorted = hasFewValues ? null : await sort(dialect, session, rows, found)
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
