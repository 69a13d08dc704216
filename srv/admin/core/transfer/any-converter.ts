import type { Value, ValueKind } from '../values.ts'
import { holdsOnlyNumbers, numericValue, readNumber } from './affinity.ts'
import { type StoredForm, shapeOf } from './stored-form.ts'
import type { TargetColumn, TextConverter } from './target-column.ts'
import { COMMON_DAY, timestampInUtc } from '../timestamps.ts'

const PARTS = /^0000-00-00(?:([T ])00:00(:00(?:\.(0+))?)?(|Z|[+-]00:?00|[+-]00))?$/
const MINUTE = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
/** What `timestampInUtc` would return as it is. */
// eslint-disable-next-line saga/linear-expressions -- anchored, of a fixed length
const INSTANT = new RegExp(String.raw`^${COMMON_DAY}T${MINUTE}:[0-5]\d\.\d{3}Z$`)

/** Writes an instant, given as `timestampInUtc` does; undefined where that would lose something. */
type Writer = (instant: string) => string | undefined

/**
 * Writes dates and timestamps in one of the shapes that their column has: in their own where that is one of them, otherwise
 * in the first one that loses nothing, and for want of one as SQLite's CURRENT_TIMESTAMP does.
 *
 * @returns undefined for what is neither date nor timestamp.
 */
export const createShaper = (shapes: readonly string[]): ((text: string) => string | undefined) => {
  const known = new Set(shapes)
  const writers = [...shapes.flatMap((shape) => writerOf(shape) ?? []), writePlainly]
  const common = shapes.flatMap((shape) => commonTexts(shape) ?? [])
  return (text) => {
    if (common.some((pattern) => pattern.test(text))) return text
    const instant = INSTANT.test(text) ? text : timestampInUtc(text)
    if (instant === null) return undefined
    if (known.size > 0 && known.has(shapeOf(text))) return text
    for (const write of writers) {
      const written = write(instant)
      if (written !== undefined) return written
    }
    return text
  }
}

/** Texts of a shape that are seen to be dates and times without a calendar; these are nine of ten. */
const commonTexts = (shape: string): RegExp | undefined => {
  const [, separator, seconds, fraction = '', zone = ''] = PARTS.exec(shape) ?? []
  if (!PARTS.test(shape) || fraction.length > 9 || !['', 'Z'].includes(zone)) return undefined
  const second = seconds === undefined ? '' : `:[0-5]\\d${fraction === '' ? '' : `\\.\\d{${fraction.length}}`}`
  const time = separator === undefined ? '' : separator + MINUTE + second + zone
  // eslint-disable-next-line saga/linear-expressions -- anchored, of a fixed length
  return new RegExp(`^${COMMON_DAY}${time}$`)
}

const writerOf = (shape: string): Writer | undefined => {
  const parts = PARTS.exec(shape)
  if (!parts) return undefined
  const [, separator, seconds, fraction, zone = ''] = parts
  if (separator === undefined)
    return (instant) => (instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : undefined)
  const ending = zone.replace('-', '+')
  const day = (instant: string): string => instant.slice(0, 10) + separator
  if (seconds === undefined)
    return (instant) => (instant.endsWith(':00.000Z') ? day(instant) + instant.slice(11, 16) + ending : undefined)
  if (fraction === undefined)
    return (instant) => (instant.endsWith('.000Z') ? day(instant) + instant.slice(11, 19) + ending : undefined)
  return (instant) => day(instant) + instant.slice(11, -1).padEnd(9 + fraction.length, '0') + ending
}

/** With as many fractional digits as say something. */
const writePlainly: Writer = (instant) =>
  `${instant.slice(0, 10)} ${instant.slice(11, instant.endsWith('.000Z') ? -5 : -1)}`

/** Years before the first or beyond four digits, as SQLite keeps them: as text. */
const DISTANT_DATE = /^(?:-\d{4,6}|[+]?\d{5,6})-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/
/** Digits that SQLite reads as they are meant, as a column of numbers has it do. */
const SHORT_INTEGER = /^-?\d{1,15}$/
const INFINITE = /^-?Infinity$/

/** Dates and times are numbers in this column, of whose unit nothing is known. */
export const holdsNumbers = ({ hasNumbers, timeShapes }: StoredForm): boolean => hasNumbers && timeShapes.length === 0

/** Reads texts for a column of SQLite. */
export type AnyConverter = (text: string, isText?: boolean) => Value | undefined

/**
 * Texts as a column of SQLite has them that is not CAP's: as they are, but for what its affinity, its booleans and its bytes
 * make of them.
 *
 * @param strict reads texts of the column's kind; others are refused, unless that is wanted or the column has such.
 * @param onReshaped dates and times are written in a form that the column has already, and this is told of those that are not in
 *   such a one; without it they stay as they are.
 */
export const anyConverter = (
  column: TargetColumn,
  form: StoredForm,
  { strict, isStrict, onReshaped }: { strict: TextConverter; isStrict: boolean; onReshaped: (() => void) | undefined },
): AnyConverter => {
  const read = looseConverter(column, form, strict)
  const accepts = acceptable(column, form, strict)
  const reshape =
    onReshaped && isDay(column.kind) && form.timeShapes.length > 0 ? createShaper(form.timeShapes) : undefined
  return (text, isText) => {
    if (isStrict && !form.hasMisfits && !accepts(text)) return undefined
    const shaped = reshape?.(text) ?? text
    if (shaped !== text) onReshaped?.()
    return read(shaped, isText)
  }
}

const isDay = (kind: ValueKind): boolean => kind === 'date' || kind === 'timestamp'

/** Takes every text. */
export const looseConverter = (
  { kind, affinity }: TargetColumn,
  form: StoredForm | undefined,
  strict: TextConverter,
): AnyConverter => {
  const isNumeric = holdsOnlyNumbers(affinity)
  const byAffinity: AnyConverter = isNumeric
    ? (text) => (SHORT_INTEGER.test(text) ? text : (numericValue(text) ?? (INFINITE.test(text) ? Number(text) : text)))
    : affinity === 'text'
      ? (text) => text
      : (text, isText) => (isText ? text : (readNumber(text) ?? text))
  switch (kind) {
    case 'boolean':
      return (text) => strict(text) ?? byAffinity(text)
    case 'binary':
      return (text) => {
        const bytes = strict(text)
        return bytes === undefined ? byAffinity(text) : form?.isBase64 === false ? bytes : text
      }
    default:
      return byAffinity
  }
}

/** Whether a text is of the column's kind. */
const acceptable = (
  { kind, precision }: TargetColumn,
  form: StoredForm,
  strict: TextConverter,
): ((text: string) => boolean) => {
  switch (kind) {
    case 'float':
    case 'decimal':
      // Whole numbers keep all of their digits, other than those with a fraction.
      return (text) =>
        strict(text) !== undefined || (precision === null && readNumber(text) !== undefined) || INFINITE.test(text)
    case 'date':
    case 'timestamp': {
      const shape = createShaper([])
      return (text) =>
        shape(text) === undefined ? DISTANT_DATE.test(text) || readNumber(text) !== undefined : !holdsNumbers(form)
    }
    case 'time':
      return (text) => strict(text) !== undefined || readNumber(text) !== undefined
    case 'other':
      return () => true
    default:
      return (text) => strict(text) !== undefined
  }
}
