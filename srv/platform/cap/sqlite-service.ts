import { createRequire } from 'node:module'

/** The SQL that a column is read by, from that of the column. */
type Converter = (column: string, element?: { readonly scale?: number }) => string

/** What is used of CAP's service. */
export declare class CapSqliteService {
  static CQN2SQL: (new () => object) & { readonly OutputConverters: { readonly Decimal?: Converter } }
  init(): Promise<void>
  /** The file, or `:memory:`. */
  url4(tenant?: string): string
}

const require = createRequire(import.meta.url)

/** CAP's SQLite service. */
export const BaseSqliteService = require('@cap-js/sqlite') as typeof CapSqliteService
