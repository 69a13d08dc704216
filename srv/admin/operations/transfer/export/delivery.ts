import type { AdminConfig } from '../../../config.ts'
import { SHEET_LIMITS } from '../../../core/xlsx/sheet-writer.ts'
import { AdminError } from '../../../core/errors.ts'
import type { ExportInput } from './input.ts'

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
