import { isDate, isTimeOfDay, isTimestamp } from '../values/calendar.ts'
import { GUID } from '../values/guid.ts'
import { inUtc, literal, NULL, quoted, textOf } from './literals.ts'
import type { Typed } from './types.ts'

const whole =
  (least: bigint, greatest: bigint) =>
  (text: string): Typed => {
    if (!/^[+-]?\d{1,19}$/.test(text)) return NULL
    const value = BigInt(text)
    return value >= least && value <= greatest ? { type: 'number', expression: literal(String(value)) } : NULL
  }
const fitting =
  (type: Typed['type'], test: (text: string) => boolean, write = (text: string): string => text) =>
  (text: string): Typed =>
    test(text) ? { type, expression: literal(write(text)) } : NULL
const isNumber = (text: string): boolean => /^[+-]?\d{1,30}(\.\d{1,30})?$/.test(text)

/** What the text of a literal is as another type; null where it is none of it, as OData has it. */
const FROM_TEXT: Readonly<Record<string, (text: string) => Typed>> = {
  UInt8: whole(0n, 255n),
  Int16: whole(-(2n ** 15n), 2n ** 15n - 1n),
  Integer: whole(-(2n ** 31n), 2n ** 31n - 1n),
  Int64: whole(-(2n ** 63n), 2n ** 63n - 1n),
  Decimal: fitting('number', isNumber),
  Double: fitting('number', isNumber),
  Boolean: fitting('boolean', (text) => text === 'true' || text === 'false'),
  UUID: fitting(
    'guid',
    (text) => GUID.test(text),
    (text) => text.toLowerCase(),
  ),
  Date: fitting('date', isDate),
  Time: fitting('time', isTimeOfDay),
  Timestamp: fitting('instant', isTimestamp, inUtc),
}

/** The literal that a cast of a literal from or to a text gives; undefined for other casts. */
export function castLiteral({ type, expression }: Typed, to: string): Typed | undefined {
  if (expression.kind !== 'literal' || type === 'duration') return undefined
  const text = textOf(expression)
  if (text !== undefined) return to === 'String' ? { type: 'text', expression } : FROM_TEXT[to]?.(text)
  return to === 'String' ? { type: 'text', expression: quoted(expression.text) } : undefined
}
