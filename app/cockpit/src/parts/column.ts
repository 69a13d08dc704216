import type { ReactNode } from 'react'

/**
 * What the values of a column are: decides how they are written, that numbers stand at the right, and that they, times and
 * words such as the name of a user stay on one line.
 */
export type ValueKind = 'text' | 'word' | 'number' | 'percent' | 'bytes' | 'time' | 'duration' | 'name' | 'binary'

/** A column of a table of results. */
export interface Column<Row> {
  /** Names the column in downloads. */
  readonly key: string
  readonly label: string
  /** What stands below the label, such as the data type. */
  readonly hint?: string
  readonly kind?: ValueKind
  /** The plain value: this is downloaded and sorted by. */
  readonly value: (row: Row) => unknown
  /** Shown only when some row has a value. */
  readonly isOptional?: boolean
  /** Not shown, but in the downloads. */
  readonly isDownloadOnly?: boolean
  /** Holds what can be done with a row: no value, so it is neither sorted by nor downloaded. */
  readonly isAction?: boolean
  /** Values of the database itself: its NULL and its empty texts are told. */
  readonly isRecord?: boolean
  /** How it is shown, where the value alone is not enough. */
  readonly cell?: (row: Row) => ReactNode
}

const NUMERIC_TYPE =
  /^(?:u?(?:tiny|small|medium|big)?int(?:eger)?\d*|(?:small|big)?serial|(?:small)?dec(?:imal)?|numeric|number|real|double|float\d*|money)(?![a-z_])/i

/** Types of bytes, of all engines. */
const BINARY_TYPE = /blob|binary|bytea/i

/** Whether a database type holds numbers, by its name. */
export const isNumericType = (type: string): boolean => NUMERIC_TYPE.test(type)

/** Whether a database type holds bytes, by its name. */
export const isBinaryType = (type: string): boolean => BINARY_TYPE.test(type)

/** Columns for rows that come as records of a database. */
export const recordColumns = (
  columns: readonly { readonly name: string; readonly type: string }[],
): Column<Readonly<Record<string, unknown>>>[] =>
  columns.map(({ name, type }) => ({
    key: name,
    label: name,
    hint: type,
    kind: isNumericType(type) ? 'number' : isBinaryType(type) ? 'binary' : 'text',
    isRecord: true,
    value: (row) => row[name],
  }))
