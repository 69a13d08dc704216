/** A number in plain decimal digits, never with an exponent; numbers that are none by name. */
export const decimalText = (number: number | bigint): string => {
  const text = String(number)
  if (!text.includes('e')) return text
  const [mantissa = '', exponent] = text.split('e')
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  const digits = whole + fraction
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, '0')}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** A number in plain decimal digits, with so many after the point at least. */
export const scaledText = (number: number | bigint, scale: number): string => {
  if (typeof number === 'number' && hasScale(number, scale)) return number.toFixed(scale)
  const text = decimalText(number)
  const point = text.indexOf('.')
  const missing = point === -1 ? scale : scale - (text.length - point - 1)
  if (missing <= 0 || !(typeof number === 'bigint' || Number.isFinite(number))) return text
  return `${text}${point === -1 ? '.' : ''}${'0'.repeat(missing)}`
}

/** Whether a number is what so many digits after the point say, of 15 in all: then `toFixed` is exact, and quick. */
const hasScale = (number: number, scale: number): boolean => {
  if (scale < 0 || scale > 15) return false
  const factor = 10 ** scale
  const shifted = Math.round(number * factor)
  return Math.abs(shifted) < 1e15 && shifted / factor === number
}

const THOUSAND = Array.from({ length: 1_000 }, (_, number) => String(number))
const PADDED = THOUSAND.map((digits) => digits.padStart(3, '0'))

/** What `String` makes of a number. That keeps the texts of whole numbers, which of millions is memory and no gain. */
export const numberText = (number: number): string =>
  number >= 0 && Number.isSafeInteger(number) ? wholeText(number) : String(number)

const wholeText = (number: number): string =>
  (number < 1_000 ? THOUSAND[number] : wholeText(Math.trunc(number / 1_000)) + (PADDED[number % 1_000] ?? '')) ?? ''

/** A number as JSON can carry it without loss: as text when it is too large or no number. */
export const jsonNumber = (value: number | bigint): number | string => {
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)
  if (!Number.isFinite(value)) return String(value)
  return Object.is(value, -0) ? 0 : value
}
