import { CsvReader } from './csv-reader.ts'
import type { Field, FileFormat } from '../transfer/file-format.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const

type CsvFormat = Extract<FileFormat, { type: 'csv' }>

/** What is known of a file whose fields may be divided by one of several characters. */
export interface DelimiterQuestion {
  /** The start of the file. */
  readonly head: Uint8Array
  /** It is all of the file. */
  readonly isWhole: boolean
  readonly format: Omit<CsvFormat, 'delimiter'>
  readonly hasHeader: boolean
  /** Whether a text of the first row is the name of a column of the table. */
  readonly isName: (text: string) => boolean
}

/**
 * Finds out what divides the fields of a csv file: what makes names of the table's columns of the first row, or else the only
 * character by which all rows have as many fields.
 *
 * @returns undefined when it could be several; a comma where nothing speaks for another one.
 */
export const findDelimiter = (question: DelimiterQuestion): string | undefined => {
  const read = DELIMITERS.map((delimiter) => ({ delimiter, records: readHead(question, delimiter) }))
  if (question.hasHeader) {
    const named = read.filter(({ records }) => records?.[0]?.every((field) => question.isName(textOf(field))))
    if (named.length === 1) return named[0]?.delimiter
  }
  const even = read.filter(({ records }) => records && widthOf(records) > 1)
  if (even.length === 0) return ','
  return even.length === 1 ? even[0]?.delimiter : undefined
}

/** How many fields each record has; 0 when they differ. */
const widthOf = (records: readonly (readonly Field[])[]): number => {
  const width = records[0]?.length ?? 0
  return records.every((record) => record.length === width) ? width : 0
}

const textOf = (field: Field): string => (typeof field === 'object' ? (field?.text ?? '') : String(field))

/** Undefined where quotes stand as they must not. */
const readHead = (
  { head, isWhole, format }: DelimiterQuestion,
  delimiter: string,
): (readonly Field[])[] | undefined => {
  const records: (readonly Field[])[] = []
  const keep = (fields: readonly Field[]): void => {
    records.push(fields)
  }
  try {
    const reader = new CsvReader({ ...format, delimiter })
    reader.push(head, keep)
    if (isWhole) reader.end(keep)
    return records
  } catch {
    return undefined
  }
}
