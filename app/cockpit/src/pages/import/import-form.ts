import type { JobBody } from '../../api/jobs.ts'

export const MATCH_MODES = ['auto', 'name', 'order'] as const
export const ON_ERROR = ['abort', 'skip'] as const
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const
export type Delimiter = keyof typeof DELIMITERS
export const ENCODINGS = ['utf-8', 'latin1'] as const

/** What the form of the page holds. */
export interface ImportForm {
  readonly schema: string
  readonly table: string
  /** Name of a file on the server. */
  readonly file: string
  readonly matchMode: (typeof MATCH_MODES)[number]
  readonly onError: (typeof ON_ERROR)[number]
  readonly maxErrors: string
  readonly truncate: boolean
  /** The file was exported so that each value is known again. */
  readonly isExact: boolean
  readonly delimiter: Delimiter
  readonly encoding: (typeof ENCODINGS)[number]
  readonly hasHeader: boolean
  readonly nullValues: string
}

export const EMPTY_FORM: ImportForm = {
  schema: '',
  table: '',
  file: '',
  matchMode: 'auto',
  onError: 'abort',
  maxErrors: '100',
  truncate: false,
  isExact: false,
  delimiter: 'comma',
  encoding: 'utf-8',
  hasHeader: true,
  nullValues: '',
}

/** Bad rows that a check lists at most. */
const CHECKED_ERRORS = 10_000

const extensionOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1).toLowerCase()

/** Files of lines, whose lines can be shown. */
export const isLineFile = (file: string): boolean =>
  ['csv', 'tsv', 'tab', 'ndjson', 'jsonl'].includes(extensionOf(file))
/** Files whose way of writing has to be told. */
export const isTextTable = (file: string): boolean => ['csv', 'tsv', 'tab'].includes(extensionOf(file))
export const hasRowOfNames = (file: string): boolean => isTextTable(file) || extensionOf(file) === 'xlsx'

/** What is asked of the API. A check finds all bad rows, whatever is to be done with them later. */
export const importBody = (form: ImportForm, isCheck: boolean): JobBody<'/import'> => {
  const { schema, table, file, matchMode, truncate } = form
  const skipping = isCheck ? CHECKED_ERRORS : Number(form.maxErrors)
  return {
    schema,
    table,
    file,
    matchMode,
    truncate,
    dryRun: isCheck,
    ...(form.isExact && { values: 'exact' }),
    ...(isCheck || form.onError === 'skip' ? { onError: 'skip', maxErrors: skipping } : { onError: 'abort' }),
    ...(extensionOf(file) === 'csv' && { delimiter: DELIMITERS[form.delimiter] }),
    ...(isTextTable(file) && { encoding: form.encoding }),
    ...(isTextTable(file) && form.nullValues !== '' && { nullValues: form.nullValues }),
    ...(hasRowOfNames(file) && { hasHeader: form.hasHeader }),
  }
}

/** A name that the server takes for a file. @see the API: letters, digits, spaces, dots, hyphens, underscores. */
export const serverFileName = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '_')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(-128)
    .replace(/^[^A-Za-z0-9]+/, '')
    // eslint-disable-next-line regexp/no-super-linear-move -- at most 128 characters
    .replace(/[. ]+$/, '')
  return plain === '' ? 'file.csv' : plain
}
