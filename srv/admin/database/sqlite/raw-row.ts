import type { SQLOutputValue } from 'node:sqlite'

/** A row as node:sqlite hands it over when integers are read as bigints. */
export type RawRow = SQLOutputValue[]

/**
 * Makes integers numbers where they fit, in place.
 *
 * @param keeps columns whose integers are to be told from floating-point numbers.
 * @returns about the bytes that the row takes.
 */
export const narrowIntegers = (row: RawRow, keeps?: readonly boolean[]): number => {
  let bytes = 8 * row.length
  for (let index = 0; index < row.length; index++) {
    const value = row[index]
    if (typeof value === 'bigint') {
      if (keeps?.[index]) continue
      const number = Number(value)
      if (Number.isSafeInteger(number)) row[index] = number
    } else if (typeof value === 'string') bytes += value.length
    else if (value instanceof Uint8Array) bytes += value.byteLength
  }
  return bytes
}
