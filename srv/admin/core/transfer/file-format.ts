import { AdminError } from '../errors.ts'
import type { Value, ValueKind } from '../values.ts'
import type { TargetColumn, ValuesMode } from './target-column.ts'

/** What is wrong with a file, and where. */
export const fileError = (line: number, problem: string): AdminError =>
  new AdminError('INVALID_FILE_CONTENT', `Line ${line}: ${problem}`)

/** How the bytes of a file are to be read. Plain data, so that it can travel to the process that reads them. */
export type FileFormat = {
  /** By index of a field: whether it is to be told of it what kind of value it is, see `Irregular`; absent for none. */
  readonly asksKinds?: readonly boolean[]
} & (
  | {
      readonly type: 'csv'
      /** One character of ASCII. */
      readonly delimiter: string
      readonly encoding: 'utf-8' | 'latin1'
      /** Words that stand for NULL where they are not in quotes, besides the empty field. */
      readonly nullValues: readonly string[]
    }
  /** Objects, whose members are read in the order of `keys`; `json` is an array of them, `ndjson` has one a line. */
  | { readonly type: 'json' | 'ndjson'; readonly keys: readonly string[] }
  /** The XML of a worksheet, and what its cells refer to. */
  | {
      readonly type: 'sheet'
      readonly sharedStrings: readonly string[]
      /** By index of a cell's style: whether it shows a number as a date, or in which form, with 0 for each digit. */
      readonly dateStyles: readonly (boolean | string)[]
      readonly isDate1904: boolean
    }
)

/**
 * Something in a file that is no single value: an object or array of JSON, or the error of a spreadsheet's formula. Where a column
 * asks for the kinds of its values, also what is a text for sure, in quotes or in a cell for texts, and a spreadsheet's own date.
 */
interface Irregular {
  readonly irregular: 'json' | 'error' | 'text' | 'serial'
  readonly text: string
}

/** A value as a file has it. Numbers are text, with all their digits. */
export type Field = null | string | boolean | Irregular

/** @param line number of the record's first line, or of a spreadsheet's row, from 1. */
export type RecordHandler = (fields: readonly Field[], line: number) => void

/** Cuts the bytes of a file into records, as they come. What it throws is fatal: `INVALID_FILE_CONTENT`. */
export interface RecordReader {
  push(bytes: Uint8Array, onRecord: RecordHandler): void
  /** To be called once, after the last bytes. */
  end(onRecord: RecordHandler): void
}

/** Bounds of what is kept in memory of one record. */
export const MAX_RECORD_BYTES = 67_108_864
/** Fields of a record, and columns of a file: several times as many as any table has. Counted before they are kept. */
export const MAX_FIELDS = 10_000

/** What values of a column are. */
export interface Kind {
  readonly kind: ValueKind
  /** Digits after the point that decimals have at least. */
  readonly scale?: number | null
}

/** A column of rows that become text. */
export interface TextColumn extends Kind {
  readonly name: string
  /** Only of SQLite: the same column as an import of the file would see it, to know whether its values come back. */
  readonly target?: TargetColumn
}

/** What rows become. Plain data, so that it can travel to the process that reads the rows. */
export type TextFormat = {
  readonly columns: readonly TextColumn[]
  /** A leading `'` before text that a spreadsheet would take for a formula. */
  readonly escapeFormulas: boolean
  /** `plain` by default. */
  readonly values?: ValuesMode
} & (
  | {
      readonly type: 'csv'
      /** One character of ASCII. */
      readonly delimiter: string
      /** Stands for NULL, without quotes. */
      readonly nullValue: string
    }
  /** Objects with commas between them, but none at either end. */
  | { readonly type: 'json' }
  /** Objects with a line feed after each. */
  | { readonly type: 'ndjson' }
  /** `row` elements of a worksheet. */
  | { readonly type: 'sheet'; readonly firstRow: number }
)

/** Makes one text of a batch of rows. Texts of successive batches belong one after the other. */
export type RowFormatter = (rows: readonly (readonly Value[])[]) => string
