import type { JobBody } from '../../api/jobs.ts'

export const FORMATS = ['csv', 'ndjson', 'json', 'xlsx'] as const
export type Format = (typeof FORMATS)[number]

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const
export type Delimiter = keyof typeof DELIMITERS

/** What the form of the page holds. */
export interface ExportForm {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
  readonly where: string
  /** In the API's own form. */
  readonly orderBy: string
  readonly format: Format
  /** As typed; empty for as many as the format takes. */
  readonly limit: string
  readonly delimiter: Delimiter
  readonly nullValue: string
  readonly includeHeaders: boolean
  readonly escapeFormulas: boolean
  /** Written so that an import knows each value again. */
  readonly isExact: boolean
  /** CSV begins with the mark by which Excel knows UTF-8. */
  readonly byteOrderMark: boolean
}

export const EMPTY_FORM: ExportForm = {
  schema: '',
  table: '',
  columns: [],
  where: '',
  orderBy: '',
  format: 'csv',
  limit: '',
  delimiter: 'comma',
  nullValue: '',
  includeHeaders: true,
  escapeFormulas: false,
  isExact: false,
  byteOrderMark: false,
}

/** Most rows of each format, as the API has them unless it is configured otherwise. */
const MOST_ROWS: Readonly<Record<Format, number>> = {
  csv: 10_000_000,
  ndjson: 10_000_000,
  json: 100_000,
  xlsx: 1_048_575,
}

/** Media types of files that are written as they are; JSON is written in an object of the API. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** What is asked of the API. */
export const exportBody = (form: ExportForm): JobBody<'/export'> => ({
  ...selection(form),
  format: form.format,
  ...(form.isExact && { values: 'exact' }),
  limit: form.limit === '' ? MOST_ROWS[form.format] : Number(form.limit),
  ...(form.format === 'csv' && {
    delimiter: DELIMITERS[form.delimiter],
    ...(form.nullValue !== '' && { nullValue: form.nullValue }),
  }),
  ...((form.format === 'csv' || form.format === 'xlsx') && {
    includeHeaders: form.includeHeaders,
    escapeFormulas: form.escapeFormulas,
  }),
})

/** The first rows of the same, to look at. */
export const previewBody = (form: ExportForm, limit: number) =>
  ({ ...selection(form), format: 'json', limit }) as const satisfies JobBody<'/export'>

const selection = ({ schema, table, columns, where, orderBy }: ExportForm) => ({
  schema,
  table,
  ...(columns.length > 0 && { columns: [...columns] }),
  ...(where !== '' && { where }),
  ...(orderBy !== '' && { orderBy }),
})
