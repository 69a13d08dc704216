import type { Value, ValueKind } from '../values.ts'

/** A value as text that can be read back without loss: base64 for bytes, `true` and `false`, all digits of numbers. */
export const plainText = (value: Exclude<Value, null>, kind: ValueKind): string => {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return toBase64(value)
  // SQLite has no booleans but numbers.
  if (kind === 'boolean' && (value === 0 || value === 1)) return value === 1 ? 'true' : 'false'
  return String(value)
}

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
