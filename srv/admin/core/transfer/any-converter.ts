import type { Value, ValueKind } from '../values.ts'
import { holdsOnlyNumbers, numericValue, readNumber } from './affinity.ts'
import type { StoredForm } from './stored-form.ts'
import type { TargetColumn, TextConverter } from './target-column.ts'
import { createShaper } from './time-shape.ts'

/** Years before the first or beyond four digits, as SQLite keeps them: as text. */
const DISTANT_DATE = /^(?:-\d{4,6}|[+]?\d{5,6})-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/
/** Digits that SQLite reads as they are meant, as a column of numbers has it do. */
const SHORT_INTEGER = /^-?\d{1,15}$/
const INFINITE = /^-?Infinity$/

/** Dates and times are numbers in this column, of whose unit nothing is known. */
export const holdsNumbers = ({ hasNumbers, timeShapes }: StoredForm): boolean => hasNumbers && timeShapes.length === 0

/** Reads texts for a column of SQLite. */
export type AnyConverter = (text: string, isText?: boolean) => Value | undefined

/**
 * Texts as a column of SQLite has them that is not CAP's: as they are, but for what its affinity, its booleans and its bytes
 * make of them.
 *
 * @param strict reads texts of the column's kind; others are refused, unless that is wanted or the column has such.
 * @param onReshaped dates and times are written in a form that the column has already, and this is told of those that are not in
 *   such a one; without it they stay as they are.
 */
export const anyConverter = (
  column: TargetColumn,
  form: StoredForm,
  { strict, isStrict, onReshaped }: { strict: TextConverter; isStrict: boolean; onReshaped: (() => void) | undefined },
): AnyConverter => {
  const read = looseConverter(column, form, strict)
  const accepts = acceptable(column, form, strict)
  const reshape =
    onReshaped && isDay(column.kind) && form.timeShapes.length > 0 ? createShaper(form.timeShapes) : undefined
  return (text, isText) => {
    if (isStrict && !form.hasMisfits && !accepts(text)) return undefined
    const shaped = reshape?.(text) ?? text
    if (shaped !== text) onReshaped?.()
    return read(shaped, isText)
  }
}

const isDay = (kind: ValueKind): boolean => kind === 'date' || kind === 'timestamp'

/** Takes every text. */
export const looseConverter = (
  { kind, affinity }: TargetColumn,
  form: StoredForm | undefined,
  strict: TextConverter,
): AnyConverter => {
  const isNumeric = holdsOnlyNumbers(affinity)
  const byAffinity: AnyConverter = isNumeric
    ? (text) => (SHORT_INTEGER.test(text) ? text : (numericValue(text) ?? (INFINITE.test(text) ? Number(text) : text)))
    : affinity === 'text'
      ? (text) => text
      : (text, isText) => (isText ? text : (readNumber(text) ?? text))
  switch (kind) {
    case 'boolean':
      return (text) => strict(text) ?? byAffinity(text)
    case 'binary':
      return (text) => {
        const bytes = strict(text)
        return bytes === undefined ? byAffinity(text) : form?.isBase64 === false ? bytes : text
      }
    default:
      return byAffinity
  }
}

/** Whether a text is of the column's kind. */
const acceptable = (
  { kind, precision }: TargetColumn,
  form: StoredForm,
  strict: TextConverter,
): ((text: string) => boolean) => {
  switch (kind) {
    case 'float':
    case 'decimal':
      // Whole numbers keep all of their digits, other than those with a fraction.
      return (text) =>
        strict(text) !== undefined || (precision === null && readNumber(text) !== undefined) || INFINITE.test(text)
    case 'date':
    case 'timestamp': {
      const shape = createShaper([])
      return (text) =>
        shape(text) === undefined ? DISTANT_DATE.test(text) || readNumber(text) !== undefined : !holdsNumbers(form)
    }
    case 'time':
      return (text) => strict(text) !== undefined || readNumber(text) !== undefined
    case 'other':
      return () => true
    default:
      return (text) => strict(text) !== undefined
  }
}
