import { useKept } from './kept-by-table.ts'

/** Widths in pixels by the names of columns. */
type Widths = Readonly<Record<string, number>>

const [NARROWEST, WIDEST] = [48, 1_600] as const

export const isWidths = (value: unknown): value is Widths =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((width) => typeof width === 'number' && width >= NARROWEST && width <= WIDEST)

/**
 * @param width undefined for the one that the values ask for.
 * @returns undefined where every column has that one.
 */
export const withWidth = (widths: Widths, column: string, width: number | undefined): Widths | undefined => {
  const { [column]: _, ...others } = widths
  const own =
    width === undefined ? others : { ...others, [column]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) }
  return Object.keys(own).length > 0 ? own : undefined
}

/** The widths that columns of a table were given in this browser. */
export const useWidths = (table: string) => {
  const { kept: widths = {}, keep } = useKept('cockpit.widths', table, isWidths)
  return {
    widths,
    setWidth: (column: string, width: number | undefined): void => {
      keep(withWidth(widths, column, width))
    },
  }
}
