import { useState } from 'react'

/** Widths in pixels by the names of columns. */
type Widths = Readonly<Record<string, number>>

const KEY = 'cockpit.widths'
/** Tables of which widths are kept. */
const MOST = 100
const [NARROWEST, WIDEST] = [48, 1_600] as const

/** Kept widths, those of the table that was changed last at the end; what is none is left out. */
export const readWidths = (text: string | null): ReadonlyMap<string, Widths> => {
  try {
    const tables: unknown = JSON.parse(text ?? '[]')
    return new Map(Array.isArray(tables) ? tables.filter(isTable) : [])
  } catch {
    return new Map()
  }
}

const isTable = (each: unknown): each is [string, Widths] =>
  Array.isArray(each) &&
  typeof each[0] === 'string' &&
  typeof each[1] === 'object' &&
  each[1] !== null &&
  Object.values(each[1] as object).every((width) => typeof width === 'number' && width >= NARROWEST && width <= WIDEST)

/** @param width undefined for the one that the values ask for. */
export const withWidth = (
  all: ReadonlyMap<string, Widths>,
  table: string,
  column: string,
  width: number | undefined,
): ReadonlyMap<string, Widths> => {
  const { [column]: _, ...others } = all.get(table) ?? {}
  const own =
    width === undefined ? others : { ...others, [column]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) }
  const rest = [...all].filter(([name]) => name !== table)
  return new Map([...rest, ...(Object.keys(own).length > 0 ? [[table, own] as const] : [])].slice(-MOST))
}

/** The widths that columns of a table were given in this browser. */
export const useWidths = (table: string) => {
  const [all, setAll] = useState(() => readWidths(localStorage.getItem(KEY)))
  return {
    widths: all.get(table) ?? {},
    setWidth: (column: string, width: number | undefined): void => {
      const next = withWidth(all, table, column, width)
      setAll(next)
      localStorage.setItem(KEY, JSON.stringify([...next]))
    },
  }
}
