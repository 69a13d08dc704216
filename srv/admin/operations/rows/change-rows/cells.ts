import type { StoredForm } from '../../../core/transfer/stored-form.ts'
import { createConverter, expectationOf } from '../../../core/transfer/convert.ts'
import type { Field } from '../../../core/transfer/file-format.ts'
import { asksKinds, type TargetColumn } from '../../../core/transfer/target-column.ts'
import { looksForeign, readForeignValue } from '../../../core/transfer/foreign-value.ts'
import type { JsonValue, Value } from '../../../core/values.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import { targetOf } from '../../read-forms.ts'

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
 * A value as its digits were sent: those of numbers with many may be lost by now, and those in objects unseen. Exports have both
 * as text.
 *
 * @throws AdminError `INVALID_PARAMETER`
 */
export const sentCell = (column: ColumnMetadata, sent: unknown): SentCell => {
  const isRounded = typeof sent === 'number' && HAS_DIGITS.has(column.kind) && !isExact(sent)
  if (isRounded || (typeof sent === 'object' && sent !== null))
    throw new AdminError(
      'INVALID_PARAMETER',
      `The value of '${column.name}' is ${isRounded ? 'a number that may be rounded' : 'an object or a list'}: send it as text`,
    )
  return { column, sent }
}

/**
 * Reads a value as an import does.
 *
 * @param form how the values of the column are written that it has
 * @throws AdminError `INVALID_PARAMETER`
 */
export const readCell = ({ capabilities }: Dialect, { column, sent }: SentCell, form: StoredForm | undefined): Cell => {
  const target = targetOf(column, form)
  const field = fieldOf(target, sent)
  const value =
    column.takesAny === true && typeof sent === 'number' && TAKES_NUMBERS.has(column.kind)
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
const HAS_DIGITS: ReadonlySet<string> = new Set(['integer', 'decimal', 'text', 'json', 'other'])

/** A number of up to so many digits is the one that was sent; one of more may be rounded. */
const EXACT_DIGITS = 15

const isExact = (sent: number): boolean =>
  Number.isInteger(sent)
    ? Number.isSafeInteger(sent)
    : String(sent).replace(/e.*|^-?0[.]0*|[-.]/g, '').length <= EXACT_DIGITS

const numberOf = (sent: number): Value => (Number.isSafeInteger(sent) ? BigInt(sent) : sent)

const fieldOf = (target: TargetColumn, sent: unknown): Field | undefined => {
  if (typeof sent === 'string' && asksKinds(target)) return { irregular: 'text', text: sent }
  if (sent === null || typeof sent === 'string' || typeof sent === 'boolean') return sent
  return typeof sent === 'number' ? String(sent) : undefined
}

/**
 * Whether a column holds what was read of it.
 *
 * @param value as the session hands it over
 * @param shown the same, as JSON answers carry it
 */
export const isAsRead = ({ column, sent }: SentCell, value: Value, shown: JsonValue): boolean => {
  if (sent === null || value === null) return sent === value
  if (typeof sent !== 'string' && typeof sent !== 'number' && typeof sent !== 'boolean') return false
  if (typeof sent === 'string' && looksForeign(sent)) {
    const meant = readForeignValue(sent)
    if (meant instanceof Uint8Array) return value instanceof Uint8Array && Buffer.compare(meant, value) === 0
    if (meant !== undefined && typeof meant === typeof value && meant === value) return true
  }
  if (value instanceof Uint8Array && column.kind !== 'binary') return false
  if (column.takesAny === true && KEEPS_KINDS.has(column.kind) && typeof sent !== typeof shown) return false
  // Exports of SQLite have texts as they are stored.
  return String(sent) === String(shown) || sent === value
}

/** Kinds whose columns on SQLite have the number 5 beside the text of it. */
const KEEPS_KINDS: ReadonlySet<string> = new Set(['binary', 'other'])
