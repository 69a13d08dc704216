import type { ErrorCode } from '../errors.ts'
import type { Value } from '../values.ts'
import { type Converter, createConverter, expectationOf, USUAL_MODE } from './convert.ts'
import type { Field, FileFormat, RecordReader } from './file-format.ts'
import { looksForeign } from './foreign-value.ts'
import { respeller, type Spelling } from './spelling.ts'
import type { ReadingMode, StoredValues, TargetColumn } from './target-column.ts'
import { CsvReader } from '../csv/csv-reader.ts'
import { createJsonRecordReader } from '../json/json-record-reader.ts'
import { SheetReader } from '../xlsx/sheet-reader.ts'

/** How a file becomes rows of a table. Plain data, so that it can travel to the process that reads. */
export interface ReadPlan {
  readonly format: FileFormat
  /** The first record has names. */
  readonly hasHeader: boolean
  /** Fields of a record. */
  readonly width: number
  /** What to read, in the order of a row's values. */
  readonly columns: readonly (TargetColumn & {
    readonly fileIndex: number
    /** Tells which row is meant: NULL tells none. */
    readonly isKey?: boolean
  })[]
  readonly stored: StoredValues
  /** Absent for that of everywhere. */
  readonly spelling?: Spelling | undefined
  /** Plain values that fit their columns by default. */
  readonly reading?: ReadingMode
  /** Messages may quote values. */
  readonly showsValues: boolean
}

/** Why a row was not taken. */
export interface RowProblem {
  /** Of the file, from 1; a spreadsheet's row. */
  readonly line: number
  readonly column: string | null
  readonly code: ErrorCode
  readonly message: string
  /** The value that is wrong, as far as it may be shown. */
  readonly value?: string
}

interface RowHandler {
  row(values: readonly Value[], line: number): void
  problem(problem: RowProblem): void
}

/** Reads a file as rows with the values that are to be stored. */
export class RowReader {
  /** Columns of which a date or time was written in another form than the file has. */
  readonly reshaped = new Set<string>()
  readonly #plan: ReadPlan
  readonly #records: RecordReader
  readonly #columns: readonly (Pick<ReadPlan['columns'][number], 'fileIndex' | 'name' | 'isKey'> & {
    readonly convert: Converter
  })[]
  readonly #onRecord: (fields: readonly Field[], line: number) => void
  #isHeader: boolean

  constructor(plan: ReadPlan, handler: RowHandler) {
    this.#plan = plan
    this.#records = createRecordReader(plan.format)
    this.#columns = plan.columns.map((column) => ({
      ...column,
      convert: reader(column, plan, () => this.reshaped.add(column.name)),
    }))
    this.#isHeader = plan.hasHeader
    this.#onRecord = (fields, line) => {
      if (this.#isHeader) this.#isHeader = false
      else this.#read(fields, line, handler)
    }
  }

  /** @throws AdminError `INVALID_FILE_CONTENT` when the rest of the file makes no sense any more. */
  push(bytes: Uint8Array): void {
    this.#records.push(bytes, this.#onRecord)
  }

  end(): void {
    this.#records.end(this.#onRecord)
  }

  #read(fields: readonly Field[], line: number, handler: RowHandler): void {
    const { width, format } = this.#plan
    // Spreadsheets do not say where a row ends: what is missing is empty.
    const isWhole = fields.length === width || (format.type === 'sheet' && isEmptyFrom(fields, width))
    if (!isWhole) {
      handler.problem(widthProblem(fields.length, width, line, format.type === 'sheet'))
      return
    }
    const values: Value[] = new Array<Value>(this.#columns.length)
    for (let index = 0; index < this.#columns.length; index++) {
      const column = this.#columns[index]
      const field = fields[column?.fileIndex ?? 0] ?? null
      const value = column?.convert(field)
      if (value === undefined) {
        handler.problem(this.#valueProblem(index, field, line))
        return
      }
      if (value === null && column?.isKey === true) {
        handler.problem({ line, column: column.name, code: 'CONSTRAINT_VIOLATION', message: NO_KEY })
        return
      }
      values[index] = value
    }
    handler.row(values, line)
  }

  #valueProblem(index: number, field: Field, line: number): RowProblem {
    const column = this.#plan.columns[index]
    if (!column) throw new RangeError('A value belongs to a column')
    const text = typeof field === 'object' ? (field?.text ?? '') : String(field)
    const shown = this.#plan.showsValues ? JSON.stringify(text.slice(0, 50)) : 'the value'
    const { values, isStrict } = this.#plan.reading ?? USUAL_MODE
    const isUnknown = values === undefined && looksForeign(text)
    const message = isUnknown
      ? `${shown} looks like what an export with values 'exact' writes: send values 'exact', or 'plain' to take it as text`
      : `${shown} is not ${expectationOf(column)}`
    const isValue = typeof field !== 'object' || field?.irregular === 'text' || field?.irregular === 'serial'
    const isTaken = column.affinity !== undefined && isStrict && !isUnknown && isValue
    const hint = isTaken ? '; to take what SQLite takes, send strict false' : ''
    return {
      line,
      column: column.name,
      code: 'INVALID_FILE_CONTENT',
      message: message + hint,
      ...(this.#plan.showsValues && { value: text.slice(0, SHOWN_CHARACTERS) }),
    }
  }
}

/** Of a value that is wrong. */
const SHOWN_CHARACTERS = 200

const NO_KEY = 'a column of the key is NULL, which tells no row'

const reader = (column: TargetColumn, { stored, spelling, reading }: ReadPlan, onReshaped: () => void): Converter => {
  const convert = createConverter(column, stored, reading, onReshaped)
  const respell = spelling && respeller(column, spelling)
  if (!respell) return convert
  // What the file does not spell so itself is written as everywhere, or as the column has it.
  const write = createConverter({ ...column, affinity: undefined, form: undefined }, stored)
  return (field) => {
    const text = typeof field === 'object' && field?.irregular === 'text' ? field.text : field
    if (typeof text !== 'string') return convert(field)
    const spelled = respell(text)
    if (spelled === undefined) return undefined
    if (spelled === text) return convert(field)
    const written = write(spelled)
    return convert(typeof written === 'string' ? written : spelled)
  }
}

const isEmptyFrom = (fields: readonly Field[], width: number): boolean => {
  for (let index = width; index < fields.length; index++) if (fields[index] !== null) return false
  return true
}

/** Readers of sheets do not count what is too much. */
const widthProblem = (found: number, wanted: number, line: number, isSheet: boolean): RowProblem => ({
  line,
  column: null,
  code: 'INVALID_FILE_CONTENT',
  message: isSheet
    ? `the row has a value behind the ${wanted} columns of the first one`
    : `the row has ${found} fields, the header ${wanted}`,
})

export const createRecordReader = (format: FileFormat): RecordReader => {
  switch (format.type) {
    case 'csv':
      return new CsvReader(format)
    case 'sheet':
      return new SheetReader(format)
    default:
      return createJsonRecordReader(format)
  }
}
