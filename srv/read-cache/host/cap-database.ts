/** What is used of a database service of CAP, and of the transactions that derive from it: `cap-database.test.ts` names what a version lacks. */
export interface CapDatabase<Connection = unknown, Statement = unknown> {
  readonly kind?: string
  readonly options: { readonly credentials?: { readonly schema?: string } }
  readonly factory: { create(tenant?: string): Promise<unknown> }
  /** Of a transaction, while it has one. */
  dbc?: Connection | undefined
  /** The file of a SQLite database, or `:memory:`. */
  url4(tenant?: string): string
  prepare(this: this, sql: string, ...rest: unknown[]): Statement
  exec(this: this, sql: string): unknown
  commit(this: this, ...rest: unknown[]): Promise<unknown>
}
