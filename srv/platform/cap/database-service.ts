import { createRequire } from 'node:module'

/** A column with what it becomes of itself in a change, if that is not given. */
export interface ManagedColumn {
  readonly name: string
  readonly onUpdate?: string
}

export type ManagedElements = Readonly<Record<string, { readonly '@cds.on.update'?: { readonly '='?: string } }>>

/** What is used of CAP's translation of queries to SQL. */
export interface Translation {
  managed(columns: readonly object[], elements?: ManagedElements): ManagedColumn[]
  quote(name: string): string
  SELECT(query: object): unknown
  _orderBy(items: readonly object[], localized?: unknown, locale?: unknown): string[]
  limit(limit: object): string
  xpr(expression: { readonly xpr: readonly unknown[] }): string
}

/** A class of translations, with what functions become on the engine. */
type TranslationClass = (new (...args: never[]) => Translation) & { Functions: object }

/** A query in CQN, as far as it is told from others. */
export interface DatabaseQuery {
  readonly SELECT?: object
  readonly UPDATE?: object
  readonly DELETE?: object
  readonly _target?: { readonly name?: string }
}

/** A pool of connections; there is one for each tenant. */
interface ConnectionPool {
  readonly available: number
  readonly borrowed: number
  readonly pending: number
}

/** How connections are made. */
interface ConnectionFactory {
  create: (tenant?: string) => Promise<unknown>
}

/**
 * What is used of a CAP database service, and of the transactions that derive from it. CAP types none of it: the test of
 * this file names each member that a new version lacks.
 */
export interface DatabaseService<Connection = unknown, Statement = unknown, Translated = unknown> {
  readonly kind?: string
  readonly options: {
    readonly kind?: string
    readonly driver?: string
    readonly credentials?: { readonly schema?: string }
  }
  readonly model?: object
  readonly context?: { readonly locale?: string }
  readonly pools: Readonly<Record<string, ConnectionPool>>
  readonly factory: ConnectionFactory
  /** Of a transaction, while it has one. */
  dbc?: Connection | undefined
  /** Its static members are those that a service takes. */
  class: { readonly CQN2SQL: TranslationClass }
  /** The file of a SQLite database, or `:memory:`. */
  url4: (tenant?: string) => string
  cqn2sql: (this: this, query: DatabaseQuery, values?: object) => Translated
  prepare: (this: this, sql: string, ...rest: unknown[]) => Statement
  exec: (this: this, sql: string) => unknown
  set: (this: this, variables: Record<string, unknown>) => unknown
  send: (this: this, event: string, ...rest: unknown[]) => Promise<unknown>
  handle: (this: this, request: { event?: string; query?: DatabaseQuery | string }) => Promise<unknown>
  acquire: (this: this) => Promise<unknown>
  release: (this: this) => Promise<void>
  destroy: (this: this) => Promise<void>
  begin: (this: this) => Promise<unknown>
  commit: (this: this, ...rest: unknown[]) => Promise<unknown>
  rollback: (this: this, ...rest: unknown[]) => Promise<unknown>
}

/** What makes the connections of all tenants. */
export const connectionFactory = ({ pools }: Pick<DatabaseService, 'pools'>): ConnectionFactory =>
  (pools as unknown as { readonly _factory: ConnectionFactory })._factory

/** Changes how a service translates queries, for this service alone. */
export const changeTranslation = (
  service: Pick<DatabaseService, 'class' | 'kind'>,
  change: (Base: TranslationClass) => new (...args: never[]) => Translation,
): void => {
  const CQN2SQL = change(service.class.CQN2SQL)
  // CAP keeps what differs by engine below the name of the class, once for the process.
  Object.defineProperty(CQN2SQL, 'name', { value: `${CQN2SQL.name}:${service.kind ?? ''}` })
  service.class = Object.create(service.class, { CQN2SQL: { value: CQN2SQL } }) as DatabaseService['class']
}

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

/** Codes of PostgreSQL that mean something here, https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const SQL_STATE = {
  connectionFailure: '08006',
  protocolViolation: '08P01',
  invalidAuthorization: '28000',
  invalidPassword: '28P01',
  uniqueViolation: '23505',
  readOnly: '25006',
  failedTransaction: '25P02',
  unknownDatabase: '3D000',
  invalidSchema: '3F000',
  insufficientPrivilege: '42501',
  undefinedTable: '42P01',
  diskFull: '53100',
  configurationLimit: '53400',
} as const

const FORM = /^[0-9A-DF-Z][0-9A-Z]{4}$/

/** The code that PostgreSQL has for an error; undefined for any other, such as Node's own, which start with an E. */
export const sqlStateOf = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && FORM.test(code) ? code : undefined
}
