import type { ApiError } from '../api/api-error.ts'

type Explanation =
  `error.${'401' | '403' | '404' | '429' | 'busy' | 'server' | 'unreachable' | 'picture' | 'unexpected' | 'cancelled' | 'timeout' | 'request' | 'filter' | 'name' | 'exists' | 'statement' | 'privilege' | 'schema' | 'unsupported'}`

const BY_CODE: Readonly<Record<string, Explanation>> = {
  UNREACHABLE: 'error.unreachable',
  PICTURE_NOT_DRAWN: 'error.picture',
  UNEXPECTED: 'error.unexpected',
  TOO_MANY_OPERATIONS: 'error.busy',
  OPERATION_CANCELLED: 'error.cancelled',
  OPERATION_TIMEOUT: 'error.timeout',
  INVALID_FILTER: 'error.filter',
  INVALID_STATEMENT: 'error.statement',
  INSUFFICIENT_PRIVILEGE: 'error.privilege',
  SCHEMA_NOT_ALLOWED: 'error.schema',
  NOT_SUPPORTED: 'error.unsupported',
  SCHEMA_NOT_FOUND: 'error.name',
  TABLE_NOT_FOUND: 'error.name',
  COLUMN_NOT_FOUND: 'error.name',
  CONSTRAINT_NOT_FOUND: 'error.name',
  TARGET_EXISTS: 'error.exists',
  UNAUTHORIZED: 'error.401',
  FORBIDDEN: 'error.403',
  ROUTE_NOT_FOUND: 'error.404',
  METHOD_NOT_ALLOWED: 'error.404',
  FILE_NOT_FOUND: 'error.404',
  SESSION_NOT_FOUND: 'error.404',
  OPERATION_NOT_FOUND: 'error.404',
  RATE_LIMIT_EXCEEDED: 'error.429',
  INTERNAL_ERROR: 'error.server',
  IDENTITY_UNAVAILABLE: 'error.server',
  DATABASE_ERROR: 'error.server',
  DATABASE_UNAVAILABLE: 'error.server',
  LOCK_TIMEOUT: 'error.server',
  OPERATION_LOST: 'error.server',
  NOT_INSTALLED: 'error.server',
}
const BY_STATUS: Readonly<Record<number, Explanation>> = {
  401: 'error.401',
  403: 'error.403',
  404: 'error.404',
  429: 'error.429',
}

/**
 * Which text tells a reader what an error means; the API's own words stand beside it. An operation that failed in the background
 * is told of with status 200: its code says enough.
 */
export const explain = ({ code, status }: Pick<ApiError, 'code' | 'status'>): Explanation =>
  BY_CODE[code] ?? BY_STATUS[status] ?? (status >= 200 && status < 500 ? 'error.request' : 'error.server')
