import type { AdminConfig } from '../../../config.ts'
import { SHEET_LIMITS } from '../../../core/xlsx/workbook-writer.ts'
import { AdminError } from '../../../core/errors.ts'
import * as t from '../../../core/json-schema.ts'

export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'xlsx'

export const MEDIA_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
const JSON_TYPE = 'application/json'

/** How an export is delivered: within a JSON object, or as it is. */
export interface Delivery {
  readonly format: ExportFormat
  readonly isRaw: boolean
  /** Infinity for all rows. */
  readonly rowLimit: number
  /** The client has asked for so many rows; a file that ends there is complete. */
  readonly isLimitAsked: boolean
}

/**
 * Decides it by the `Accept` header, JSON for want of a wish, and by the fields of the body.
 *
 * @throws AdminError `INVALID_PARAMETER` when both contradict each other, `LIMIT_TOO_LARGE`.
 */
export const chooseDelivery = (
  input: ExportInput,
  accepts: (types: readonly string[]) => string | undefined,
  limits: AdminConfig['limits'],
): Delivery => {
  const wanted = input.format === 'excel' ? 'xlsx' : input.format
  const type = accepts([JSON_TYPE, ...Object.values(MEDIA_TYPES)]) ?? JSON_TYPE
  const raw = rawFormat(type)
  if (raw && wanted && raw !== wanted)
    throw new AdminError('INVALID_PARAMETER', `'format' asks for ${wanted}, the Accept header for ${type}`)
  const format = raw ?? wanted ?? 'csv'
  if (input.gzip === true && format === 'xlsx')
    throw new AdminError('INVALID_PARAMETER', 'A workbook is packed already: export it without gzip')
  const isRaw = raw !== undefined || (input.gzip === true && format !== 'json')
  return { format, isRaw, rowLimit: limitOf(format, isRaw, input, limits), isLimitAsked: input.limit !== undefined }
}

const rawFormat = (type: string): keyof typeof MEDIA_TYPES | undefined =>
  (Object.keys(MEDIA_TYPES) as (keyof typeof MEDIA_TYPES)[]).find((format) => MEDIA_TYPES[format] === type)

const limitOf = (
  format: ExportFormat,
  isRaw: boolean,
  { limit, includeHeaders = true }: ExportInput,
  limits: AdminConfig['limits'],
): number => {
  const sheetRows = SHEET_LIMITS.rows - (includeHeaders ? 1 : 0)
  const most = Math.min(
    isRaw ? limits.exportRowsRawMax : limits.exportRowsJsonMax,
    format === 'xlsx' ? sheetRows : Infinity,
  )
  if (limit !== undefined && limit > most)
    throw new AdminError(
      'LIMIT_TOO_LARGE',
      `'limit' is at most ${most} here${isRaw ? '' : '; the Accept header text/csv or application/x-ndjson allows more'}`,
    )
  return limit ?? Math.min(isRaw ? limits.exportRowsRaw : limits.exportRowsJson, most)
}

export const input = t.object({
  table: t.string('Table or view'),
  ...t.optionals({
    schema: t.string('The current one by default'),
    format: t.oneOf(
      ['csv', 'json', 'ndjson', 'xlsx', 'excel'],
      'What the Accept header asks for, csv by default; excel is xlsx',
    ),
    columns: t.commaSeparated(
      'Names with commas between them, in double quotes where they hold commas; all columns by default',
    ),
    where: t.string('Filter condition over the columns of the table'),
    limit: t.integer(
      'Most rows: 10,000 by default and 100,000 at most; all rows by default, and no limit, in a raw stream',
      { minimum: 0 },
    ),
    offset: t.integer('Rows passed over, to look through a table; to copy one, export it at once', {
      minimum: 0,
      maximum: 1_000_000_000_000,
    }),
    valueLimit: t.integer(
      'To look through a table: texts are cut after so many characters, binary values after so many bytes, where the engine can (SQLite and PostgreSQL); a value of that length may go on',
      { minimum: 1, maximum: 1_000_000 },
    ),
    orderBy: t.string('Such as `name desc, "my column"`; by primary key by default'),
    delimiter: t.string('Of csv, one character: a comma by default', { pattern: '^[\\t !#-/:-@\\[-`{-~]$' }),
    includeHeaders: t.boolean('Names of the columns in the first row of csv and xlsx: true by default'),
    nullValue: t.string('Stands for NULL in csv, without quotes; nothing by default, while the empty text is `""`', {
      maxLength: 100,
    }),
    gzip: t.boolean(
      'A file that gzip has packed (`film.csv.gz`, application/gzip) instead of a JSON object, of all rows as in a raw stream; of format json that object, packed',
      { default: false },
    ),
    escapeFormulas: t.boolean(
      "Puts `'` before text that a spreadsheet would run as a formula; by default only in xlsx with plain values",
    ),
    values: t.oneOf(
      ['plain', 'exact', 'stored'],
      '`plain`: as people and programs read them; `exact`: the same, but as texts that tell what they are, `data:application/x-sqlite-…`, ' +
        'where an import could not know it otherwise, for an import with the same setting; `stored`: as a SQLite file has them, ' +
        'with booleans as numbers and decimals without more zeros. On PostgreSQL and SAP HANA the type of a column tells what its values are',
      { default: 'plain' },
    ),
  }),
})
export type ExportInput = t.Static<typeof input>
