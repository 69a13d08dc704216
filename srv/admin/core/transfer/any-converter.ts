import type { Value, ValueKind } from '../values.ts'
import { NOT_FINITE } from './convert-number.ts'
import { readForeignValue, readNumber } from './foreign-value.ts'
import type { StoredForm } from './stored-form.ts'
import type { TargetColumn, TextConverter } from './target-column.ts'
import { createShaper } from './time-shape.ts'

/** Years before the first or beyond four digits, as SQLite keeps them: as text. */
const DISTANT_DATE = /^(?:-\d{4,6}|[+]?\d{5,6})-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** Dates and times are numbers in this column, of whose unit nothing is known. */
export const holdsNumbers = ({ hasNumbers, timeShapes }: StoredForm): boolean => hasNumbers && timeShapes.length === 0

/**
 * Reads texts for a column that takes values of any kind. Those that tell what they are become that; dates and times are
 * written as the column's other ones; what the column's kind does not take is stored only where the column has such.
 *
 * @param strict reads texts of the column's kind.
 */
export const anyConverter = (column: TargetColumn, form: StoredForm, strict: TextConverter): TextConverter => {
  const read = readerOf(column, form, strict)
  const readOther: TextConverter = (text) => (form.hasMisfits ? readMisfit(text, column.kind) : undefined)
  return TAKES_WORDS.includes(column.kind)
    ? (text) => readForeignValue(text) ?? read(text) ?? readOther(text)
    : (text) => read(text) ?? readForeignValue(text) ?? readOther(text)
}

const readMisfit = (text: string, kind: ValueKind): Value => {
  if (kind === 'text') return text
  // Whole numbers are written with the scale of their column.
  return readNumber(kind === 'decimal' ? text.replace(/\.0+$/, '') : text) ?? text
}

/** Kinds of which a text that tells what it is might be a value. */
const TAKES_WORDS: readonly ValueKind[] = ['text', 'json', 'other']

const readInfinity = (text: string): number | undefined =>
  NOT_FINITE.test(text) && text !== 'NaN' ? Number(text) : undefined

const readerOf = ({ kind, precision }: TargetColumn, form: StoredForm, strict: TextConverter): TextConverter => {
  switch (kind) {
    case 'float':
    case 'decimal':
      // Whole numbers keep all of their digits, other than those with a fraction.
      return (text) => strict(text) ?? (precision === null ? readNumber(text) : undefined) ?? readInfinity(text)
    case 'date':
    case 'timestamp': {
      const isFree = kind === 'date' && form.timeShapes.length === 0
      const shape = createShaper(form.timeShapes)
      return (text) => {
        const written = shape(text)
        if (written === undefined) return DISTANT_DATE.test(text) ? text : readNumber(text)
        if (holdsNumbers(form)) return undefined
        return isFree ? text : written
      }
    }
    case 'time':
      return (text) => (strict(text) === undefined ? readNumber(text) : text)
    case 'other':
      return (text) => readNumber(text) ?? text
    default:
      return strict
  }
}
