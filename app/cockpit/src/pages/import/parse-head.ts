import { DELIMITERS, type ImportForm, isTextTable } from './import-form.ts'
import { listNulls } from './list-nulls.ts'
import type { Head } from './read-head.ts'

/** What an import reads of a place in a file, as text; null for what it loads as NULL. */
type Cell = string | null

/** The first rows of a file, to look at. */
export interface FileRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

type Reading = Pick<ImportForm, 'delimiter' | 'hasHeader' | 'nullValues'>

/** Rows that are shown. */
const SHOWN = 5

/** @returns undefined for formats that are not text, and for what is none of its format. */
export const parseHead = (file: string, head: Head, reading: Reading): FileRows | undefined => {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  const text = head.text.replace(/^\uFEFF/, '')
  if (isTextTable(file)) {
    const delimiter = extension === 'csv' ? DELIMITERS[reading.delimiter] : DELIMITERS.tab
    return ofRecords(readRecords(text, delimiter, head.isWhole, listNulls(reading.nullValues)), reading.hasHeader)
  }
  if (extension === 'ndjson' || extension === 'jsonl')
    return ofObjects(
      text
        .split('\n')
        .slice(0, SHOWN + 1)
        .flatMap(readObject),
    )
  if (extension === 'json') return ofObjects(readObjects(text))
  return undefined
}

/**
 * Records of CSV: fields between delimiters, in double quotes where they hold such. A field without quotes is NULL when it is
 * empty or one of `nulls`. Empty lines are left out, but for those of a file of one column. A last record that is cut is too.
 */
export const readRecords = (
  text: string,
  delimiter: string,
  isWhole: boolean,
  nulls: ReadonlySet<string> = new Set(),
): Cell[][] => {
  const records: Cell[][] = []
  let record: Cell[] = []
  const plain = (field: string): Cell => (field === '' || nulls.has(field) ? null : field)
  let at = 0
  while (at < text.length && records.length <= SHOWN) {
    const isQuoted = text[at] === '"'
    const [field, end] = isQuoted ? quotedField(text, at) : plainField(text, at, delimiter)
    record.push(isQuoted ? field : plain(field))
    const isEmptyLine = end === at && record.length === 1
    at = end
    if (text[at] === delimiter) {
      at++
      if (at < text.length) continue
      record.push(null)
    }
    if (at >= text.length && !isWhole) break
    if (!isEmptyLine || record.length > 1 || records[0]?.length === 1) records.push(record)
    record = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return records
}

const quotedField = (text: string, start: number): [field: string, end: number] => {
  let field = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return [field + text.slice(at), text.length]
    field += text.slice(at, quote)
    if (text[quote + 1] !== '"') return [field, quote + 1]
    field += '"'
    at = quote + 2
  }
}

const plainField = (text: string, start: number, delimiter: string): [field: string, end: number] => {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(start, end), end]
}

const ofRecords = (records: readonly (readonly Cell[])[], hasHeader: boolean): FileRows | undefined => {
  const [first] = records
  if (!first) return undefined
  const columns = first.map((name, index) => (hasHeader ? (name ?? '') : `#${String(index + 1)}`))
  return { columns, rows: records.slice(hasHeader ? 1 : 0).slice(0, SHOWN) }
}

const ofObjects = (objects: readonly object[]): FileRows | undefined => {
  if (objects.length === 0) return undefined
  const columns = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const cell = (value: unknown): Cell =>
    value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)
  const rows = objects.slice(0, SHOWN).map((object) => {
    const values = new Map(Object.entries(object))
    return columns.map((name) => cell(values.get(name)))
  })
  return { columns, rows }
}

const readObject = (line: string): object[] => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? [value] : []
  } catch {
    return []
  }
}

/** Objects of a JSON array, or of the array `rows` in an object; the first ones where the text is cut. */
const readObjects = (text: string): object[] => {
  try {
    const value = JSON.parse(text) as unknown
    const list = Array.isArray(value) ? value : (value as { rows?: unknown } | null)?.rows
    return Array.isArray(list) ? list.filter((each): each is object => typeof each === 'object' && each !== null) : []
  } catch {
    return firstObjects(text)
  }
}

/** Flat objects at the start of an array, or of the array `rows` in an object, whose end is not there. */
const firstObjects = (text: string): object[] => {
  const objects: object[] = []
  let at = /^\s*\{/.test(text) ? text.search(/"rows"\s*:\s*\[/) : text.indexOf('[')
  while (at !== -1 && objects.length < SHOWN) {
    const start = text.indexOf('{', at)
    const end = start === -1 ? -1 : text.indexOf('}', start)
    if (end === -1) break
    objects.push(...readObject(text.slice(start, end + 1)))
    at = end + 1
  }
  return objects
}
