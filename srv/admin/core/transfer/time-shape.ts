import { COMMON_DAY, timestampInUtc } from '../timestamps.ts'
import { shapeOf } from './stored-form.ts'

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
