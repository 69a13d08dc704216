import type { JobBody } from '../../api/jobs.ts'

export const MODES = ['insert', 'upsert', 'ignore', 'update'] as const
/** By which columns are matched until somebody says more. */
export const MATCH_MODES = ['name', 'order', 'auto'] as const
export const ON_ERROR = ['abort', 'skip'] as const
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const
export type Delimiter = keyof typeof DELIMITERS
export const ENCODINGS = ['utf-8', 'latin1'] as const
export const DECIMALS = ['.', ','] as const
export const DATES = ['iso', 'german'] as const
export const EPOCHS = ['none', 'seconds', 'milliseconds'] as const
export const STRICT = ['auto', 'yes', 'no'] as const

/** What the form of the page holds. */
export interface ImportForm {
  readonly schema: string
  readonly table: string
  /** Name of a file on the server. */
  readonly file: string
  readonly mode: (typeof MODES)[number]
  /** Columns that tell which row is meant; none for those of the primary key. */
  readonly keys: readonly string[]
  readonly matchMode: (typeof MATCH_MODES)[number]
  /** Column of the table for each one of the file, empty for none; no items where nobody has chosen. */
  readonly mapping: readonly string[]
  readonly onError: (typeof ON_ERROR)[number]
  readonly maxErrors: string
  readonly truncate: boolean
  /** The file was exported so that each value is known again. */
  readonly isExact: boolean
  readonly delimiter: Delimiter
  readonly encoding: (typeof ENCODINGS)[number]
  readonly hasHeader: boolean
  readonly nullValues: string
  readonly trueValues: string
  readonly falseValues: string
  readonly decimal: (typeof DECIMALS)[number]
  readonly dates: (typeof DATES)[number]
  readonly epoch: (typeof EPOCHS)[number]
  readonly strict: (typeof STRICT)[number]
}

export const EMPTY_FORM: ImportForm = {
  schema: '',
  table: '',
  file: '',
  mode: 'insert',
  keys: [],
  matchMode: 'name',
  mapping: [],
  onError: 'abort',
  maxErrors: '100',
  truncate: false,
  isExact: false,
  delimiter: 'comma',
  encoding: 'utf-8',
  hasHeader: true,
  nullValues: '',
  trueValues: '',
  falseValues: '',
  decimal: '.',
  dates: 'iso',
  epoch: 'none',
  strict: 'auto',
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

/** Which column of a file, by its name or its place from 1, goes into which of the table. */
export interface Pair {
  readonly file: string | number
  readonly table: string
}

/**
 * What is asked of the API: of a check and of an import the same, but that a check undoes it. A check finds all bad rows, whatever is to be done with them later.
 *
 * @param pairs undefined where nobody has seen the columns of the file.
 */
export const importBody = (
  form: ImportForm,
  isCheck: boolean,
  pairs: readonly Pair[] | undefined,
): JobBody<'/import'> => {
  const { schema, table, file, mode } = form
  const truncate = form.truncate && mode !== 'update'
  const skipping = isCheck ? CHECKED_ERRORS : Number(form.maxErrors)
  return {
    schema,
    table,
    file,
    mode,
    ...(mode !== 'insert' && form.keys.length > 0 && { keys: [...form.keys] }),
    ...(pairs ? { columnMapping: [...pairs] } : { matchMode: form.matchMode }),
    truncate,
    dryRun: isCheck,
    ...(form.isExact && { values: 'exact' }),
    ...(isCheck || form.onError === 'skip'
      ? { onError: 'skip', maxErrors: skipping, keepRejected: true }
      : { onError: 'abort' }),
    ...(extensionOf(file) === 'csv' && { delimiter: DELIMITERS[form.delimiter] }),
    ...(isTextTable(file) && { encoding: form.encoding }),
    ...(isTextTable(file) && form.nullValues !== '' && { nullValues: form.nullValues }),
    ...(isTextTable(file) && form.decimal !== '.' && { decimal: form.decimal }),
    ...(form.dates !== 'iso' && { dates: form.dates }),
    ...(form.epoch !== 'none' && { epoch: form.epoch }),
    ...(form.trueValues !== '' && { trueValues: form.trueValues }),
    ...(form.falseValues !== '' && { falseValues: form.falseValues }),
    ...(form.strict !== 'auto' && { strict: form.strict === 'yes' }),
    ...(hasRowOfNames(file) && { hasHeader: form.hasHeader }),
  }
}
