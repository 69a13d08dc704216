import { compileWhere } from '../../../core/filter/compile.ts'
import { createBuckets, readInstant } from '../../../core/time/buckets.ts'
import type { Interval } from '../../../core/time/intervals.ts'
import { createZone, type Zone } from '../../../core/time/zone.ts'
import type { Statement, Value } from '../../../core/values.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import { filterTarget, maskingOf } from '../../masking.ts'
import type { JsonObject, OperationContext, ResolvedTable, SessionContext } from '../../operation.ts'
import type { Input } from './schemas.ts'

const BELOW_DAY: readonly Interval[] = ['SECOND', 'MINUTE', 'HOUR']

/** Which rows make a series, and by which calendar. */
export interface SeriesPlan {
  readonly table: ResolvedTable
  readonly time: ColumnMetadata
  readonly value: ColumnMetadata | null
  readonly zone: Zone
  readonly interval: Interval
  readonly size: number
  /** Bounds as given, in milliseconds since 1970; the second one is not included. */
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly from: string
  readonly condition: Statement
  /** Part of the answer that all actions share. */
  readonly common: JsonObject
}

/** @throws AdminError `MISSING_PARAMETER`, `INVALID_PARAMETER`, `FORBIDDEN` for sensitive columns. */
export const planSeries = async (context: SessionContext, input: Input, needsValue: boolean): Promise<SeriesPlan> => {
  const { dialect, names, session } = context
  const tableName = required(input.table, 'table')
  const timeName = required(input.timeColumn, 'timeColumn')
  const valueName = needsValue ? required(input.valueColumn, 'valueColumn') : input.valueColumn
  const zone = createZone(input.timezone ?? 'UTC')
  const table = await names.table(session, input.schema, tableName)
  const time = oneColumn(context, table, timeName)
  if (time.kind !== 'date' && time.kind !== 'timestamp')
    throw new AdminError('INVALID_PARAMETER', `'timeColumn' must hold dates or timestamps; '${time.name}' does not`)
  const value = valueName === undefined ? null : oneColumn(context, table, valueName)
  if (value && !['integer', 'decimal', 'float'].includes(value.kind))
    throw new AdminError('INVALID_PARAMETER', `'valueColumn' must hold numbers; '${value.name}' does not`)
  const interval = input.interval ?? (time.kind === 'date' ? 'DAY' : 'HOUR')
  if (time.kind === 'date' && BELOW_DAY.includes(interval))
    throw new AdminError('INVALID_PARAMETER', `'interval' must be DAY or longer, since '${time.name}' holds dates`)
  const size = input.size ?? 1
  const fromMs = input.from === undefined ? null : readInstant(input.from, zone, 'from')
  const toMs = input.to === undefined ? null : readInstant(input.to, zone, 'to')
  if (fromMs !== null && toMs !== null && fromMs >= toMs)
    throw new AdminError('INVALID_PARAMETER', `'from' must be before 'to'`)
  return {
    ...{ table, time, value, zone, interval, size, fromMs, toMs },
    from: `${dialect.quote(table.schema)}.${dialect.quote(table.name)}`,
    condition: conditionOf(context, { table, time, zone, fromMs, toMs }, input.where),
    common: {
      schema: table.schema,
      table: table.name,
      timeColumn: time.name,
      valueColumn: value?.name ?? null,
      interval,
      size,
      timezone: zone.name,
    },
  }
}

const required = (value: string | undefined, field: string): string => {
  if (value === undefined) throw new AdminError('MISSING_PARAMETER', `'${field}' is required`)
  return value
}

/** Values of a sensitive column would show through any aggregate of few rows. */
export const oneColumn = (context: OperationContext, table: ResolvedTable, name: string): ColumnMetadata => {
  const [column] = context.names.columns(table, [name])
  if (!column) throw new AdminError('COLUMN_NOT_FOUND', `Column '${name}' does not exist`)
  return maskingOf(context, table).open(column)
}

const conditionOf = (
  context: OperationContext,
  { table, time, zone, fromMs, toMs }: Pick<SeriesPlan, 'table' | 'time' | 'zone' | 'fromMs' | 'toMs'>,
  where: string | undefined,
): Statement => {
  const target = filterTarget(context, table)
  const filter = compileWhere(where, target)
  const parameters: Value[] = [...(filter?.parameters ?? [])]
  const bound = (operator: string, ms: number | null): string[] => {
    if (ms === null) return []
    const iso = new Date(ms).toISOString()
    parameters.push(target.bind(time.kind, time.kind === 'date' ? firstDay(zone, ms) : iso))
    const parameter = target.placeholder(parameters.length, time.kind)
    return [`${target.sortable(time.kind, target.reference(time))} ${operator} ${parameter}`]
  }
  const sql = [...(filter ? [filter.sql] : []), ...bound('>=', fromMs), ...bound('<', toMs)].join(' AND ')
  return { sql, parameters }
}

/** The first day that begins at an instant or later, by the calendar of the zone. */
const firstDay = (zone: Zone, ms: number): string => {
  const days = createBuckets({ interval: 'DAY', size: 1, zone, fromMs: ms, toMs: ms })
  const day = days.numberAt(ms)
  return new Date((days.startOf(day) < ms ? day + 1 : day) * 86_400_000).toISOString().slice(0, 10)
}
