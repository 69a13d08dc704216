import { AdminError } from '../errors.ts'
import { isStorable } from '../strict-json.ts'
import type { Value } from '../values.ts'

/**
 * Where a page of differences begins: behind the row with a key, or, where keys say nothing or may not be told, behind
 * a number of rows. Rows that no key tells apart come after all others.
 */
export interface PagePosition {
  readonly part: 'keyed' | 'keyless'
  readonly after: readonly Value[] | null
  readonly skip: number
}

export const FIRST_PAGE: PagePosition = { part: 'keyed', after: null, skip: 0 }

type Encoded = null | boolean | number | string | { readonly integer: string } | { readonly bytes: string }

/** @param scope what the cursor belongs to: it is refused with any other. */
export const writeCursor = (scope: string, { part, after, skip }: PagePosition): string =>
  Buffer.from(JSON.stringify([scope, part, after && after.map(encode), skip])).toString('base64url')

/** @throws AdminError `INVALID_PARAMETER` for what `writeCursor` has not made for the same scope. */
export const readCursor = (scope: string, cursor: string, keyLength: number): PagePosition => {
  const position = parse(cursor)
  if (!Array.isArray(position)) throw invalid()
  const [of, part, after, skip] = position as readonly unknown[]
  const isPart = part === 'keyed' || part === 'keyless'
  const isKey = after === null || (Array.isArray(after) && after.length === keyLength && after.every(isEncoded))
  if (of !== scope || !isPart || !isKey || typeof skip !== 'number' || !Number.isSafeInteger(skip) || skip < 0)
    throw invalid()
  return { part, after: after && after.map(decode), skip }
}

const invalid = (): AdminError =>
  new AdminError('INVALID_PARAMETER', "'cursor' is not one that this operation gave for the same tables and key")

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown
  } catch {
    throw invalid()
  }
}

const encode = (value: Value): Encoded => {
  if (typeof value === 'bigint') return { integer: String(value) }
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}

const decode = (value: Encoded): Value => {
  if (typeof value !== 'object' || value === null) return value
  return 'integer' in value ? BigInt(value.integer) : Uint8Array.from(Buffer.from(value.bytes, 'base64'))
}

/** One that `encode` has made, and that every database takes. */
const isEncoded = (value: unknown): value is Encoded => {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object') return true
  const [[name, text] = [], ...more] = Object.entries(value ?? {}) as [string, unknown][]
  if (typeof text !== 'string' || more.length > 0) return false
  return name === 'bytes' || (name === 'integer' && /^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)))
}

const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value
