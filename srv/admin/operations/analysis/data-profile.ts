import * as t from '../../core/json-schema.ts'
import { parseColumnList } from '../../core/column-list.ts'
import { isOfModel } from '../../core/find-entity.ts'
import { maskingOf } from '../masking.ts'
import { inSession, type JsonObject, type Operation, type ResolvedTable, type SessionContext } from '../operation.ts'
import { allRows, findSampling, takeSample } from './data-profile/choose-rows.ts'
import { profiledColumn } from './data-profile/column-statement.ts'
import { lookAtValues } from './data-profile/look-at-values.ts'
import { OUTPUT } from './data-profile/output.ts'
import { type Rows, selectFrom } from './data-profile/rows.ts'
import { scanColumns, type Scanned } from './data-profile/scan-columns.ts'

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
