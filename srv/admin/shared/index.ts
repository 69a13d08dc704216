/** What the server processes of one database know together: the part of the package that a server with more can use as well. */
export { createPool, isRefused } from './pool.ts'
export type { PostgresCredentials } from '../database/postgres/connection.ts'
export { tlsOf } from '../database/postgres/connection.ts'
export type { TlsCredentials } from '../database/postgres/connection.ts'
export { Counters } from './counters.ts'
export type { Count } from './counters.ts'
export { schemaBeside, SharedDatabase } from './database.ts'
export type { SharedSettings } from './database.ts'
/** For other connections to SAP HANA in the same process: limits that it keeps for the time of statements, and failures of a driver. */
export { isLimited, readSession } from '../database/hana/hana-client/client.ts'
export type { NativeConnection } from '../database/hana/hana-client/native.ts'
export { containHdb } from '../database/hana/load-driver.ts'
export { withTimeLimit } from '../database/hana/stop-statement.ts'
