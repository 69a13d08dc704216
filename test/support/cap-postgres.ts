/** CAP's PostgreSQL service as this server has it, without the server. */
import cds from '@sap/cds'

export interface CapTransaction {
  prepare(sql: string): {
    run(values: unknown[]): Promise<unknown>
    stream(values: unknown[], one: boolean, objectMode: boolean): Promise<AsyncIterable<unknown>>
  }
  run(query: string | object): Promise<Record<string, unknown>[]>
  set(variables: object): Promise<unknown>
}

export interface CapDatabase extends CapTransaction {
  tx<T>(work: (tx: CapTransaction) => Promise<T>): Promise<T>
  tx<T>(context: object, work: (tx: CapTransaction) => Promise<T>): Promise<T>
  disconnect(): Promise<void>
}

let count = 0

/** Connects a service of the test's own. */
export const connectCapPostgres = (credentials: object, pool: object): Promise<CapDatabase> => {
  const connect = cds.connect as unknown as { to(name: string, options: object): Promise<CapDatabase> }
  const impl = 'srv/platform/postgres/postgres-service.ts'
  return connect.to(`postgres ${String(++count)}`, { kind: 'postgres', impl, credentials, pool })
}
