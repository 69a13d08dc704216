/** A number in plain decimal digits, never with an exponent; numbers that are none by name. */
export const decimalText = (number: number | bigint): string => {
  const text = String(number)
  const [mantissa = '', exponent] = text.split('e')
  if (exponent === undefined) return text
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  const digits = whole + fraction
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, '0')}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** A number as JSON can carry it without loss: as text when it is too large or no number. */
export const jsonNumber = (value: number | bigint): number | string => {
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)
  if (!Number.isFinite(value)) return String(value)
  return Object.is(value, -0) ? 0 : value
}
