import type { Value, ValueKind } from '../values.ts'

/**
 * Values that do not fit the kind of their column, which SQLite allows, as texts that tell what they are: data addresses
 * with media types of our own, `data:application/x-sqlite-blob;base64,AP8=`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2397
 */
const PREFIX = 'data:application/x-sqlite-'
const BLOB = `${PREFIX}blob;base64,`
const TEXT = `${PREFIX}text,`
const NUMBER = `${PREFIX}number,`

/** A value in the form in which files have it: itself, where the column's kind tells what it is, and files may hold it. */
export const foreignValue = (value: Value, kind: ValueKind): Value => {
  switch (typeof value) {
    case 'string': {
      const isAmbiguous =
        kind === 'binary' ||
        value.startsWith(PREFIX) ||
        value.includes('\0') ||
        (kind === 'other' && readNumber(value) !== undefined)
      return isAmbiguous ? TEXT + encodeURIComponent(value) : value
    }
    case 'number':
    case 'bigint':
      return kind === 'binary' || (kind === 'other' && isLargeReal(value)) ? NUMBER + numberText(value) : value
    default:
      return value instanceof Uint8Array && kind !== 'binary' ? BLOB + Buffer.from(value).toString('base64') : value
  }
}

/** What such a text stands for; undefined for any other text. */
export const readForeignValue = (text: string): Value | undefined => {
  if (!text.startsWith(PREFIX)) return undefined
  if (text.startsWith(BLOB)) return new Uint8Array(Buffer.from(text.slice(BLOB.length), 'base64'))
  if (text.startsWith(NUMBER)) return readNumber(text.slice(NUMBER.length)) ?? Number(text.slice(NUMBER.length))
  return text.startsWith(TEXT) ? decoded(text.slice(TEXT.length)) : undefined
}

/** A number that is written as files have it; undefined for all other texts, such as `007`, `1.50` and `NaN`. */
export const readNumber = (text: string): number | bigint | undefined => {
  if (/^-?[1-9]\d{0,18}$|^0$/.test(text)) {
    const whole = BigInt(text)
    if (BigInt.asIntN(64, whole) === whole) return whole
  }
  const number = Number(text)
  return String(number) === text && text !== 'NaN' ? number : undefined
}

/** A whole number that is no integer of SQLite's, whose digits would read as another one. */
const isLargeReal = (value: number | bigint): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

const numberText = (value: number | bigint): string =>
  typeof value === 'number' && isLargeReal(value) ? value.toExponential() : String(value)

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
