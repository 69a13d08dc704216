import { realText } from './affinity.ts'
import type { Value } from '../values.ts'

/**
 * Values as texts that tell what they are, for files that otherwise would not: data addresses with media types of our own,
 * `data:application/x-sqlite-blob;base64,AP8=`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2397
 */
export const FOREIGN = 'data:application/x-sqlite-'
const BLOB = `${FOREIGN}blob;base64,`
export const FOREIGN_TEXT = `${FOREIGN}text,`
const NUMBER = `${FOREIGN}number,`

/** Whether a text is such a one, or looks so. */
export const looksForeign = (text: string): boolean => text.startsWith(FOREIGN)

export const foreignValue = (value: Exclude<Value, null>): string => {
  if (value instanceof Uint8Array) return BLOB + Buffer.from(value).toString('base64')
  if (typeof value === 'number') return NUMBER + realText(value)
  return typeof value === 'bigint' ? NUMBER + String(value) : FOREIGN_TEXT + encodeURIComponent(value)
}

/** What such a text stands for; undefined for any other text. */
export const readForeignValue = (text: string): Exclude<Value, null | boolean> | undefined => {
  if (text.startsWith(BLOB)) return new Uint8Array(Buffer.from(text.slice(BLOB.length), 'base64'))
  if (text.startsWith(NUMBER)) return readNumber(text.slice(NUMBER.length))
  return text.startsWith(FOREIGN_TEXT) ? decoded(text.slice(FOREIGN_TEXT.length)) : undefined
}

const readNumber = (text: string): number | bigint | undefined => {
  if (/^-?\d{1,19}$/.test(text)) return BigInt(text)
  const number = Number(text)
  return text === '' || Number.isNaN(number) ? undefined : number
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
