import type { Value, ValueKind } from '../values.ts'
import type { TargetColumn, ValuesMode } from './target-column.ts'

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
