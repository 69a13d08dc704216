import type { GridColumn, GridRow } from '../../parts/grid/grid-column.ts'

/** What of a result can be drawn as bars. */
export interface ChartColumns {
  /** Columns of numbers, of which one is the length of the bars. */
  readonly measures: readonly string[]
  /** Columns that can name the bars. */
  readonly names: readonly string[]
  /** What is drawn unless something else is chosen. */
  readonly measure: string
  readonly name: string
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** A value as a length; undefined for what is no number, and for one without a size. */
export const lengthOf = (value: unknown): number | undefined => {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && DECIMAL.test(value) ? Number(value) : NaN
  return Number.isFinite(number) ? number : undefined
}

/**
 * A column is a measure if all of its values are numbers or NULL. Texts that look like numbers are some only where the type of
 * the column says so: the API writes numbers as texts that have more digits than a double.
 *
 * @returns undefined where nothing can be drawn: there is no measure, or nothing beside it to name the bars.
 */
export const chartColumns = (columns: readonly GridColumn[], rows: readonly GridRow[]): ChartColumns | undefined => {
  const isMeasure = ({ name, isNumeric }: GridColumn): boolean => {
    const values = rows.map((row) => row[name]).filter((value) => value !== null)
    const isNumber = (value: unknown): boolean =>
      (isNumeric || typeof value === 'number') && lengthOf(value) !== undefined
    return values.length > 0 && values.every(isNumber)
  }
  const measures = columns.filter(isMeasure).map(({ name }) => name)
  const names = columns.filter(({ isBinary }) => !isBinary).map(({ name }) => name)
  const name = names.find((each) => !measures.includes(each)) ?? names[0]
  const measure = measures.find((each) => each !== name)
  return name === undefined || measure === undefined ? undefined : { measures, names, measure, name }
}

/** Where a bar stands, in percent of the width: bars below nothing go to the left. @param lengths of all bars. */
export const placeOfBar = (length: number, lengths: readonly number[]): { start: number; size: number } => {
  const least = Math.min(0, ...lengths)
  const most = Math.max(0, ...lengths)
  // Halved, so that the ends of what a double holds are as far apart as it can hold.
  const span = most / 2 - least / 2 || 1
  const percent = (part: number): number => 100 * (part / span)
  return { start: percent(Math.min(0, length) / 2 - least / 2), size: percent(Math.abs(length) / 2) }
}
