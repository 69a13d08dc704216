import type { ApiError } from '../api/api-error.ts'

type Explanation =
  `error.${'401' | '403' | '404' | '429' | 'busy' | 'server' | 'unreachable' | 'cancelled' | 'timeout' | 'request' | 'filter' | 'name' | 'statement' | 'privilege' | 'schema'}`

const BY_CODE: Readonly<Record<string, Explanation>> = {
  UNREACHABLE: 'error.unreachable',
  TOO_MANY_OPERATIONS: 'error.busy',
  OPERATION_CANCELLED: 'error.cancelled',
  OPERATION_TIMEOUT: 'error.timeout',
  INVALID_FILTER: 'error.filter',
  INVALID_STATEMENT: 'error.statement',
  INSUFFICIENT_PRIVILEGE: 'error.privilege',
  SCHEMA_NOT_ALLOWED: 'error.schema',
  SCHEMA_NOT_FOUND: 'error.name',
  TABLE_NOT_FOUND: 'error.name',
  COLUMN_NOT_FOUND: 'error.name',
  CONSTRAINT_NOT_FOUND: 'error.name',
}
const BY_STATUS: Readonly<Record<number, Explanation>> = {
  401: 'error.401',
  403: 'error.403',
  404: 'error.404',
  429: 'error.429',
}

/** Which text tells a reader what an error means; the API's own words stand beside it. */
export const explain = ({ code, status }: Pick<ApiError, 'code' | 'status'>): Explanation =>
  BY_CODE[code] ?? BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'error.request' : 'error.server')
