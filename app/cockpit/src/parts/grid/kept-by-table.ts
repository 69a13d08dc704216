import { useState } from 'react'

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

/** Tables of which something is kept. */
const MOST = 100

/** What is kept of tables, that of the table that was changed last at the end; what is none is left out. */
export const readKept = <Value>(
  text: string | null,
  isValue: (value: unknown) => value is Value,
): ReadonlyMap<string, Value> => {
  const isTable = (each: unknown): each is [string, Value] =>
    Array.isArray(each) && typeof each[0] === 'string' && isValue(each[1])
  try {
    const tables: unknown = JSON.parse(text ?? '[]')
    return new Map(Array.isArray(tables) ? tables.filter(isTable) : [])
  } catch {
    return new Map()
  }
}

/** @param value undefined for what need not be kept. */
export const withKept = <Value>(
  all: ReadonlyMap<string, Value>,
  table: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> => {
  const rest = [...all].filter(([name]) => name !== table)
  return new Map([...rest, ...(value === undefined ? [] : [[table, value] as const])].slice(-MOST))
}

/** What this browser keeps of a table, for the next time that somebody looks at it. A browser without room goes on without. */
export const useKept = <Value>(key: string, table: string, isValue: (value: unknown) => value is Value) => {
  const [all, setAll] = useState(() => readKept(localStorage.getItem(key), isValue))
  return {
    kept: all.get(table),
    keep: (value: Value | undefined): void => {
      const next = withKept(all, table, value)
      setAll(next)
      try {
        localStorage.setItem(key, JSON.stringify([...next]))
      } catch {
        return
      }
    },
  }
}

/** Names that this browser keeps of a table; no names are none that need be kept. */
export const useKeptNames = (
  key: string,
  table: string,
): readonly [names: readonly string[], keep: (names: readonly string[]) => void] => {
  const { kept = [], keep } = useKept(key, table, isNames)
  return [
    kept,
    (names) => {
      keep(names.length > 0 ? names : undefined)
    },
  ]
}
