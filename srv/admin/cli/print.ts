import { csvText } from '../core/csv/csv-writer.ts'
import type { Answer } from './client.ts'

export type Style = 'people' | 'json' | 'csv'

type Record_ = Readonly<Record<string, unknown>>

/** Characters of a value in a table for people. */
const WIDEST = 60
/** Rows of it. */
const MOST_ROWS = 200

/**
 * An answer as text: for people single values line by line and then its list as a table, as JSON, or its list as CSV.
 *
 * @param list the member that is the list; the longest one by default.
 */
export const printed = (answer: Answer, style: Style, list = longestList(answer)): string => {
  if (style === 'json') return `${JSON.stringify(answer, null, 2)}\n`
  const rows = list === undefined ? [] : recordsOf(answer[list], answer['columns'])
  if (style === 'csv') return csvOf(rows)
  const single = Object.entries(answer).filter(
    ([name, value]) => name !== 'success' && (value === null || typeof value !== 'object'),
  )
  const lines = single.map(([name, value]) => `${name}: ${shown(value)}`)
  return `${[...lines, ...(rows.length > 0 ? ['', ...tableOf(rows)] : [])].join('\n')}\n`
}

const longestList = (answer: Answer): string | undefined =>
  Object.entries(answer)
    .filter(([name, value]) => Array.isArray(value) && value.length > 0 && name !== 'columns')
    .sort(([, a], [, b]) => (b as unknown[]).length - (a as unknown[]).length)
    .map(([name]) => name)[0] ?? (Array.isArray(answer['columns']) ? 'columns' : undefined)

/** Rows of a statement come as lists of values, beside the names of their columns. */
const recordsOf = (list: unknown, columns: unknown): Record_[] => {
  if (!Array.isArray(list)) return []
  const names = Array.isArray(columns) ? columns.map((column) => String((column as { name?: unknown }).name)) : []
  return list.map((item: unknown): Record_ => {
    if (Array.isArray(item))
      return Object.fromEntries(item.map((value, index) => [names[index] ?? `${index + 1}`, value]))
    return typeof item === 'object' && item !== null ? (item as Record_) : { value: item }
  })
}

const namesOf = (rows: readonly Record_[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

const csvOf = (rows: readonly Record_[]): string => {
  const names = namesOf(rows)
  return csvText(
    names,
    rows.map((row) => names.map((name) => plain(row[name]))),
  )
}

const plain = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// Control characters of a value would move the cursor of a terminal.
const shown = (value: unknown): string => {
  const text = (plain(value) ?? '–').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·')
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text
}

const tableOf = (rows: readonly Record_[]): string[] => {
  const names = namesOf(rows)
  const cells = [names, ...rows.slice(0, MOST_ROWS).map((row) => names.map((name) => shown(row[name])))]
  const widths = names.map((_, index) => Math.max(...cells.map((row) => (row[index] ?? '').length)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = cells
  const more = rows.length > MOST_ROWS ? [`… and ${rows.length - MOST_ROWS} more: --json or --csv has all`] : []
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...body.map(line), ...more]
}
