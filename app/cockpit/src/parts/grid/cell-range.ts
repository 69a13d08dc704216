import { fractionDigits, scaled } from '../exact-number.ts'
import type { CellPlace } from './move-cell.ts'

/** Cells that lie beside each other: both ends are among them. */
export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** From where a range was begun to where it ends now. */
export const rangeBetween = (from: CellPlace, to: CellPlace): CellRange => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
})

export const isWithin = ({ top, bottom, left, right }: CellRange, { row, column }: CellPlace): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/**
 * Where a range begins and ends after a key that takes whole rows (Shift and Space), whole columns (Control and Space) or all
 * (Control and A), as in a spreadsheet; undefined for other keys.
 */
export const takeWhole = (
  { key, ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  { top, bottom, left, right }: CellRange,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): readonly [from: CellPlace, to: CellPlace] | undefined => {
  const isAll = (ctrlKey || metaKey) && key.toLowerCase() === 'a'
  const takesRows = isAll || (key === ' ' && shiftKey)
  const takesColumns = isAll || (key === ' ' && ctrlKey)
  if ((!takesRows && !takesColumns) || rows === 0 || columns === 0) return undefined
  return [
    { row: takesColumns ? 0 : top, column: takesRows ? 0 : left },
    { row: takesColumns ? rows - 1 : bottom, column: takesRows ? columns - 1 : right },
  ]
}

/** What is told of values that were chosen together. */
export interface Figures {
  readonly values: number
  readonly nulls: number
  /** Of numbers alone, with all of their digits. */
  readonly numbers?: {
    readonly sum: string
    readonly average: number
    readonly least: string
    readonly greatest: string
  }
}

/** Numbers may be texts here, which have more digits than a double. */
const NUMBER = /^-?\d{1,100}(?:\.\d{1,100})?$/

/** @param values of columns of numbers, and others, which are counted only. */
export const figuresOf = (values: readonly { readonly value: unknown; readonly isNumeric: boolean }[]): Figures => {
  const known = values.filter(({ value }) => value !== null && value !== undefined)
  const texts = known.map(({ value }) => String(value))
  const told = { values: values.length, nulls: values.length - known.length }
  if (texts.length < 2 || !known.every(({ isNumeric }, at) => isNumeric && NUMBER.test(texts[at] ?? ''))) return told
  const scale = Math.max(...texts.map(fractionDigits))
  const sorted = texts.map((text) => scaled(text, scale)).toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const sum = sorted.reduce((all, each) => all + each, 0n)
  const write = (value: bigint): string => unscaled(value, scale)
  const [least = 0n, greatest = 0n] = [sorted[0], sorted.at(-1)]
  const average = Number(write(sum)) / sorted.length
  return { ...told, numbers: { sum: write(sum), average, least: write(least), greatest: write(greatest) } }
}

const unscaled = (value: bigint, scale: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let fraction = digits.slice(digits.length - scale)
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}
