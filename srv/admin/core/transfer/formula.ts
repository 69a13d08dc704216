import type { ValueKind } from '../values.ts'

/** @see https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA_START = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?(?:\d|\.\d|Infinity$)/

/** Puts `'` before text that a spreadsheet would take for a formula. Numbers may start with a sign. */
export const escapeFormula = (text: string, kind: ValueKind): string =>
  FORMULA_START.test(text) && (kind === 'text' || !NUMBER.test(text)) ? `'${text}` : text
