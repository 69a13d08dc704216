/** Decimal numbers as texts, which have more digits than a double. */

/** Digits behind the point. */
export const fractionDigits = (number: string): number => number.split('.')[1]?.length ?? 0

/** A number with so many digits behind the point, as a whole one. @param digits at least those that it has. */
export const scaled = (number: string, digits: number): bigint =>
  BigInt(number.replace('.', '') + '0'.repeat(digits - fractionDigits(number)))
