/** A number that is written as files have it; undefined for all other texts, such as `007`, `1.50` and `NaN`. */
export const readNumber = (text: string): number | bigint | undefined => {
  if (/^-?[1-9]\d{0,18}$|^0$/.test(text)) {
    const whole = BigInt(text)
    if (BigInt.asIntN(64, whole) === whole) return whole
  }
  const number = Number(text)
  return String(number) === text && text !== 'NaN' ? number : undefined
}
