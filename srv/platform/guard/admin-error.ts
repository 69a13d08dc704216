/** What the administration API calls the refusals of this folder. Its statuses and codes are a closed list. */
const BY_CODE: Readonly<Record<string, AdminErrorText | undefined>> = {
  NOT_FOUND: { status: 404, code: 'ROUTE_NOT_FOUND', text: 'No such operation' },
  CROSS_SITE_REQUEST: { status: 403, code: 'FORBIDDEN', text: 'Permission denied' },
  UNKNOWN_HOST: { status: 403, code: 'FORBIDDEN', text: 'Permission denied' },
  URL_TOO_LONG: { status: 400, code: 'PAYLOAD_TOO_LARGE', text: 'The request is too large' },
  HEADERS_TOO_LARGE: { status: 400, code: 'PAYLOAD_TOO_LARGE', text: 'The request is too large' },
  PAYLOAD_TOO_LARGE: { status: 400, code: 'PAYLOAD_TOO_LARGE', text: 'The request is too large' },
  TOO_MUCH_UNDER_WAY: { status: 429, code: 'TOO_MANY_OPERATIONS', text: 'Too many operations at a time' },
}
const BAD_REQUEST: AdminErrorText = { status: 400, code: 'INVALID_PARAMETER', text: 'A parameter is not valid' }
const FAULT: AdminErrorText = { status: 500, code: 'INTERNAL_ERROR', text: 'Internal server error' }

/** Status, machine code and short text of an error of the administration API. */
export interface AdminErrorText {
  readonly status: number
  readonly code: string
  readonly text: string
}

/** @param status and code of a refusal, as the other services tell it. */
export const adminError = (status: number, code: string): AdminErrorText =>
  BY_CODE[code] ?? (status < 500 ? BAD_REQUEST : FAULT)
