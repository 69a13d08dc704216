import * as t from '../../core/json-schema.ts'
import { parseColumnList } from '../../core/identifiers.ts'
import { isOfModel } from '../../core/find-entity.ts'
import { maskingOf } from '../masking.ts'
import { inSession, type JsonObject, type Operation, type ResolvedTable, type SessionContext } from '../operation.ts'
import { allRows, findSampling, takeSample, type Rows, selectFrom } from './data-profile/rows.ts'
import { profiledColumn } from './data-profile/column-statement.ts'
import { lookAtValues } from './data-profile/look-at-values.ts'
import { scanColumns, type Scanned } from './data-profile/scan-columns.ts'

const number = t.nullable(t.number())
const whole = t.nullable(t.integer())

const bound = t.union([t.number(), t.string('Of a date or a timestamp, in UTC')])

const COLUMN = t.object({
  ...t.strings('name', 'type'),
  nullable: t.boolean(),
  key: t.boolean('Belongs to the primary key'),
  nullCount: t.integer(),
  nullPercent: number,
  distinctCount: whole,
  distinctExact: t.nullable(t.boolean()),
  uniquePercent: t.nullable(t.number('Share of the values that occur once')),
  min: t.value(),
  max: t.value(),
  numberCount: t.nullable(t.integer('Finite numbers: averages and percentiles are of these alone')),
  ...t.all(whole, 'nanCount', 'infinityCount', 'negativeInfinityCount'),
  otherCount: t.nullable(t.integer('Numbers beyond those of IEEE 754, and what is no number at all')),
  ...t.all(number, 'avg', 'stddev', 'p25', 'median', 'p75'),
  ...t.all(whole, 'zeroCount', 'negativeCount', 'minLength', 'maxLength'),
  avgLength: number,
  emptyCount: t.nullable(t.integer('Empty texts')),
  topValues: t.arrayOf({ value: t.value(), count: t.integer(), percent: number }),
  histogram: t.optional(t.arrayOf({ from: bound, to: bound, count: t.integer() })),
  alerts: t.array(t.oneOf(['CONSTANT', 'UNIQUE', 'HIGH_NULL', 'ALL_NULL', 'NOT_ALL_NUMBERS'])),
  valueRows: t.optional(
    t.integer(
      'Time was too short for the values of all rows: distinct and frequent ones, percentiles and histogram are of so many',
    ),
  ),
  masked: t.optional(t.literal(true, { description: 'Its values are hidden from this user' })),
})

/** The answer of dataProfile. */
const OUTPUT = t.object({
  ...t.strings('schema', 'table'),
  ...t.integers('rowCount', 'columnCount'),
  sampled: t.boolean(),
  sampledRows: t.integer(),
  sampleMethod: t.optional(t.string()),
  profiledAt: t.dateTime(),
  columns: t.array(COLUMN),
  durationMs: t.integer(),
})

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

/** Of its time: where the next column would go beyond, values of some rows have to do, rather than to end without an answer. */
const SHARE_OF_TIME = 0.75
/** How many rows that are. */
const QUICK_ROWS = 100_000

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
  let some: Some | undefined | null
  let longestMs = 0
  for (const [index, each] of scanned.entries()) {
    const begun = performance.now()
    const isLate = begun - started + longestMs > SHARE_OF_TIME * context.timeoutMs
    if (isLate && some === undefined && method === null && total > QUICK_ROWS)
      some = await someRows(context, table, rows, total, scanned.slice(index))
    context.progress(`values of ${each.column.metadata.name}`, total, total)
    const looked = some?.scanned.get(each.column.metadata.name)
    const findings = { column: each.column, rows: total, counts: each.counts, isSample: method !== null }
    const column =
      looked && some
        ? await lookAtValues(context, some.rows, looked, given, { ...findings, valueRows: some.total })
        : await lookAtValues(context, rows, each, given, findings)
    described.push(column)
    context.found(column)
    longestMs = Math.max(longestMs, performance.now() - begun)
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

/** All rows, or a sample when fewer are wanted than there are and the engine can take one from such a table. */
const chooseRows = async (
  context: SessionContext,
  table: ResolvedTable,
  { where, sampleSize: wanted = 0 }: Input,
): Promise<{ rows: Rows; rowCount: number | null; method: string | null }> => {
  const rows = allRows(context, table, where)
  const sampling = wanted === 0 ? null : await findSampling(context, table)
  if (!sampling) return { rows, rowCount: null, method: null }
  context.progress('counting')
  const [row] = await context.session.query({
    sql: `SELECT count(*) AS total ${selectFrom(rows)}`,
    parameters: rows.condition.parameters,
  })
  const rowCount = Number(row?.['total'])
  if (rowCount <= wanted) return { rows, rowCount, method: null }
  return { ...(await takeSample(context, sampling, rows, rowCount, wanted)), rowCount }
}

/** Some rows, and what they tell of columns. */
interface Some {
  readonly rows: Rows
  readonly total: number
  readonly scanned: ReadonlyMap<string, Scanned>
}

/** @returns null where there is no sample to be had: all rows are looked at then, as long as there is time. */
const someRows = async (
  context: SessionContext,
  table: ResolvedTable,
  all: Rows,
  rowCount: number,
  late: readonly Scanned[],
): Promise<Some | null> => {
  const sampling = await findSampling(context, table)
  if (!sampling) return null
  const sample = await takeSample(context, sampling, all, rowCount, QUICK_ROWS)
  const columns = late.map(({ column }) => column)
  const { scanned, total } = await scanColumns(context, sample.rows, columns)
  return {
    rows: sample.rows,
    total,
    scanned: new Map(scanned.map((each) => [each.column.metadata.name, each])),
  }
}
