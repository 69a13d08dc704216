import { postgresParser } from '../../core/postgres-values.ts'
import type { Value } from '../../core/values.ts'
import type { QueryConfig } from './driver.ts'

/** How the server's text becomes a value. */
export const types: QueryConfig['types'] = { getTypeParser: postgresParser }

/** A value as the driver sends it. */
export const toPostgres = (value: Value): unknown =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? Buffer.from(value) : value
