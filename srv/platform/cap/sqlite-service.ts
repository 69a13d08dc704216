import { createRequire } from 'node:module'

/** What is used of CAP's service. */
export declare class CapSqliteService {
  init(): Promise<void>
  /** The file, or `:memory:`. */
  url4(tenant?: string): string
}

const require = createRequire(import.meta.url)

/** CAP's SQLite service. */
export const BaseSqliteService = require('@cap-js/sqlite') as typeof CapSqliteService
