import { parseColumnList } from '../../../core/identifiers.ts'
import { type Fill, fillValues } from '../../../core/series/fill.ts'
import { type Bucket, type Buckets, createBuckets } from '../../../core/time/buckets.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import type { JsonObject, OperationContext, SessionContext } from '../../operation.ts'
import { bucketStatement, type MeasuredBucket, readBucket, shownIn } from './bucket-statement.ts'
import { readFunctions, readLimit, type Input, type SeriesFunction } from './schemas.ts'
import { oneColumn, planSeries, type SeriesPlan } from './plan.ts'
import { readExtent } from './points.ts'
import { mean } from '../../../core/statistics.ts'

/** A bucket of the answer: measured, or put in for one that has no rows. */
interface ShownBucket extends Bucket {
  readonly measured: MeasuredBucket | undefined
}

interface Shape {
  readonly plan: SeriesPlan
  readonly functions: readonly SeriesFunction[]
  readonly fill: Fill
  readonly movingAverage: number | undefined
}

/** A series of buckets, or one for each group. */
export const aggregate = async (context: SessionContext, input: Input): Promise<JsonObject> => {
  const { dialect, config, session } = context
  const plan = await planSeries(context, input, true)
  const functions = readFunctions(input, ['count', 'avg', 'min', 'max'])
  const groupBy = (parseColumnList(input.groupBy, 'groupBy') ?? []).map((name) => oneColumn(context, plan.table, name))
  checkComparable(context, groupBy)
  const { timeBuckets, timeBucketsMax } = config.limits
  const limit = readLimit(input.limit, timeBuckets, timeBucketsMax)
  const { firstMs, lastMs } = await readExtent(session, dialect, plan)
  if (firstMs === null || lastMs === null) return { ...plan.common, series: [], bucketCount: 0, truncated: false }
  const fill = input.fill ?? 'none'
  // Only filled buckets can lie outside the data.
  const [fromMs, toMs] = fill === 'none' ? [firstMs, lastMs + 1] : [plan.fromMs ?? firstMs, plan.toMs ?? lastMs + 1]
  const buckets = createBuckets({ ...plan, fromMs, toMs })
  const range = { first: buckets.numberAt(fromMs), last: buckets.numberAt(toMs - 1) }
  const length = range.last - range.first + 1
  if (fill !== 'none' && length > timeBucketsMax) throw tooMany(length, timeBucketsMax)
  const asked = fill === 'none' ? limit : timeBucketsMax + 1
  const rows = await session.query(bucketStatement(dialect, { plan, buckets, functions, groupBy, limit: asked }))
  const measured = rows.map((row) => readBucket(dialect, { plan, groupBy }, row))
  const groups = [...Map.groupBy(measured, ({ group }) => JSON.stringify(group)).values()]
  const total = fill === 'none' ? Number(rows[0]?.['total'] ?? 0) : groups.length * length
  if (fill !== 'none' && total > timeBucketsMax) throw tooMany(total, timeBucketsMax)
  const shape = { plan, functions, fill, movingAverage: input.movingAverage }
  const all = groups.map((members) => ({
    ...(groupBy.length > 0 && { group: groupOf(groupBy, members) }),
    buckets: showBuckets(shape, withEmpty(buckets, members, fill === 'none' ? null : range)),
  }))
  const bucketCount = fill === 'none' ? total : all.reduce((sum, series) => sum + series.buckets.length, 0)
  return { ...plan.common, series: cut(all, limit), bucketCount, truncated: bucketCount > limit }
}

const checkComparable = ({ dialect }: OperationContext, groupBy: readonly ColumnMetadata[]): void => {
  const large = groupBy.find((column) => dialect.analysis.isLargeObject(column))
  if (large) throw new AdminError('INVALID_PARAMETER', `'groupBy' names '${large.name}', which holds large objects`)
}

const tooMany = (count: number, max: number): AdminError =>
  new AdminError(
    'LIMIT_TOO_LARGE',
    `The range has ${count} buckets, of at most ${max}: make it shorter, or buckets longer`,
  )

const groupOf = (groupBy: readonly ColumnMetadata[], [first]: readonly MeasuredBucket[]): JsonObject =>
  Object.fromEntries(groupBy.map(({ name }, index) => [name, first?.group[index] ?? null]))

const withEmpty = (
  buckets: Buckets,
  members: readonly MeasuredBucket[],
  range: { first: number; last: number } | null,
): ShownBucket[] => {
  if (!range)
    return members.map((measured) => ({
      number: measured.number,
      startMs: buckets.startOf(measured.number),
      measured,
    }))
  const byNumber = new Map(members.map((measured) => [measured.number, measured]))
  return [...buckets.list(range.first, range.last)].map((bucket) => ({
    ...bucket,
    measured: byNumber.get(bucket.number),
  }))
}

/** Empty buckets have no rows, which is a count of 0; all else is filled. */
const showBuckets = (
  { plan, functions, fill, movingAverage: window }: Shape,
  list: readonly ShownBucket[],
): JsonObject[] => {
  const shown = shownIn(plan)
  const columns = functions.map((name) => {
    const values = list.map(({ startMs, measured }) => ({
      timeMs: startMs,
      value: measured ? measured.values[name] : name === 'count' ? 0 : null,
    }))
    return { name, measured: values, filled: fillValues(values, fill) }
  })
  const averaged =
    columns.find(({ name }) => name === 'avg') ?? columns.find(({ name }) => name !== 'count') ?? columns[0]
  const averages = window === undefined ? null : movingAverage(averaged?.filled ?? [], window)
  return list.map(({ startMs, measured }, index) => ({
    start: new Date(Math.max(startMs, plan.fromMs ?? -Infinity)).toISOString(),
    ...Object.fromEntries(columns.map(({ name, filled }) => [name, shown(filled[index] ?? null)])),
    nullCount: measured?.nullCount ?? 0,
    ...(measured?.excludedCount && { excludedCount: measured.excludedCount }),
    ...(averages && { movingAverage: shown(averages[index] ?? null) }),
    filled: columns.some((column) => column.measured[index]?.value !== column.filled[index]) || !measured,
  }))
}

/** The first buckets of all series together. */
const cut = <Series extends { readonly buckets: readonly JsonObject[] }>(
  all: readonly Series[],
  limit: number,
): Series[] => {
  let left = limit
  return all.flatMap((series) => {
    const buckets = series.buckets.slice(0, left)
    left -= buckets.length
    return buckets.length === 0 ? [] : [{ ...series, buckets }]
  })
}

/**
 * The mean of each value and those before it, `size` in all. Values that are missing are left out; null until the
 * window is full, and where it holds no value at all.
 */
export const movingAverage = (values: readonly (number | null)[], size: number): (number | null)[] =>
  values.map((_, index) => {
    if (index < size - 1) return null
    const present = values.slice(index - size + 1, index + 1).filter((value) => value !== null)
    return present.length === 0 ? null : mean(present)
  })
