import type { Value } from '../values.ts'

/** How the values that a column has already are written, where its engine leaves that to those who write them. */
export interface StoredForm {
  /** Forms of dates and times, with 0 for each digit, the most frequent one first. */
  readonly timeShapes: readonly string[]
  /** Dates and times are numbers: of days, seconds or milliseconds. */
  readonly hasNumbers: boolean
  /** Binary values are base64 texts, as CAP writes them. */
  readonly isBase64: boolean
  /** There are values that do not fit the column's kind. */
  readonly hasMisfits: boolean
}

/** Of a column of which no values are known. */
export const NEW_FORM: StoredForm = { timeShapes: [], hasNumbers: false, isBase64: false, hasMisfits: false }

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const TIME = /^[+-]?\d{4,6}-\d\d-\d\d|^\d\d:\d\d/

/**
 * @param values some of a column's, none of them NULL.
 * @param fits whether a value is of the column's kind.
 */
export const formOf = (values: readonly Value[], fits: (value: Value) => boolean): StoredForm => {
  const texts = values.filter((value) => typeof value === 'string')
  const shapes = Map.groupBy(
    texts.filter((text) => TIME.test(text)),
    shapeOf,
  )
  return {
    timeShapes: [...shapes].sort(([, a], [, b]) => b.length - a.length).map(([shape]) => shape),
    hasNumbers: values.some((value) => typeof value === 'number' || typeof value === 'bigint'),
    isBase64: texts.length > 0 && texts.length === values.length && texts.every(isBase64),
    hasMisfits: values.some((value) => !fits(value)),
  }
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && BASE64.test(text)

/** Months and days all look the same: `0000-00-00 00:00:00`. */
export const shapeOf = (text: string): string => text.replace(/\d/g, '0')
