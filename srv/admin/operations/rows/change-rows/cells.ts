import type { StoredForm } from '../../../core/transfer/stored-form.ts'
import { createConverter, expectationOf } from '../../../core/transfer/convert.ts'
import type { Field } from '../../../core/transfer/file-format.ts'
import { asksKinds, type TargetColumn } from '../../../core/transfer/target-column.ts'
import { looksForeign, readForeignValue } from '../../../core/transfer/foreign-value.ts'
import type { JsonValue, Value } from '../../../core/values.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../errors.ts'
import { targetOf } from '../../target-of.ts'

/** A value as it was sent. */
export interface SentCell {
  readonly column: ColumnMetadata
  readonly sent: unknown
}

/** With what is stored of it. */
export interface Cell extends SentCell {
  readonly value: Value
}

/** As exports write values that would come back as others. */
const MODE = { values: 'exact', isStrict: true } as const

/**
 * Reads a value as an import does.
 *
 * @param form how the values of the column are written that it has
 * @throws AdminError `INVALID_PARAMETER`
 */
export const readCell = (
  { capabilities }: Dialect,
  column: ColumnMetadata,
  sent: unknown,
  form: StoredForm | undefined,
): Cell => {
  const target = targetOf(column, form)
  const isRounded = typeof sent === 'number' && WHOLE.has(column.kind) && !isExact(sent)
  const field = isRounded ? undefined : fieldOf(target, sent)
  const value =
    column.takesAny === true && typeof sent === 'number' && !isRounded && TAKES_NUMBERS.has(column.kind)
      ? numberOf(sent)
      : field === undefined
        ? undefined
        : createConverter(target, capabilities, MODE)(field)
  if (value === undefined)
    throw new AdminError('INVALID_PARAMETER', `The value of '${column.name}' is not ${expectationOf(target)}`)
  return { column, sent, value }
}

/** Kinds whose columns have numbers on SQLite. */
const TAKES_NUMBERS: ReadonlySet<string> = new Set([
  'integer',
  'decimal',
  'float',
  'date',
  'time',
  'timestamp',
  'other',
])

/** Kinds whose numbers may have more digits than those of JavaScript: what it has rounded is not what was sent. */
const WHOLE: ReadonlySet<string> = new Set(['integer', 'decimal', 'text', 'other'])

const isExact = (sent: number): boolean => !Number.isInteger(sent) || Number.isSafeInteger(sent)

const numberOf = (sent: number): Value => (Number.isSafeInteger(sent) ? BigInt(sent) : sent)

const fieldOf = (target: TargetColumn, sent: unknown): Field | undefined => {
  if (typeof sent === 'string' && asksKinds(target)) return { irregular: 'text', text: sent }
  if (sent === null || typeof sent === 'string' || typeof sent === 'boolean') return sent
  if (typeof sent === 'number') return String(sent)
  return target.kind === 'json' ? { irregular: 'json', text: JSON.stringify(sent) } : undefined
}

/**
 * Whether a column holds what was read of it.
 *
 * @param value as the session hands it over
 * @param shown the same, as JSON answers carry it
 */
export const isAsRead = (sent: unknown, value: Value, shown: JsonValue): boolean => {
  if (sent === null || value === null) return sent === value
  if (typeof sent === 'object') return isSameJson(sent, shown)
  if (typeof sent !== 'string' && typeof sent !== 'number' && typeof sent !== 'boolean') return false
  if (typeof sent === 'string' && looksForeign(sent)) {
    const meant = readForeignValue(sent)
    if (meant instanceof Uint8Array) return value instanceof Uint8Array && Buffer.compare(meant, value) === 0
    if (meant !== undefined && typeof meant === typeof value && meant === value) return true
  }
  // Exports of SQLite have texts as they are stored.
  return String(sent) === String(shown) || sent === value
}

const isSameJson = (sent: object, shown: JsonValue): boolean => {
  try {
    return typeof shown === 'string' && JSON.stringify(JSON.parse(shown)) === JSON.stringify(sent)
  } catch {
    return false
  }
}
