/**
 * What is used of `@sap/hana-client`, as its own types declare it, and what its errors mean, as it was seen to answer a server that speaks
 * HANA's protocol. It comes with the application, or not at all.
 */
/** Called at the end, with an error if there is one. */
export type Ended = (error?: Error | null) => void
/** Called with a result, or with an error alone. */
export type Done<Result> = (error: Error | null | undefined, result: Result) => void

export interface NativeResultSet {
  getColumnInfo(): readonly { readonly columnName: string; readonly nativeType: number }[]
  nextCanBlock(): boolean
  next(): boolean
  next(done: Done<boolean>): void
  isNull(column: number): boolean
  getValue(column: number): unknown
  getValue(column: number, done: Done<unknown>): void
  close(done: Ended): void
}

export interface NativeStatement {
  functionCode(): number
  getParameterInfo(): readonly { readonly nativeType: number }[]
  setTimeout(seconds: number): void
  exec<Result>(parameters: readonly unknown[], done: Done<Result>): void
  execBatch(rows: readonly (readonly unknown[])[], done: Done<number | undefined>): void
  execQuery(parameters: readonly unknown[], done: Done<NativeResultSet>): void
  drop(done: Ended): void
}

export interface NativeConnection {
  connect(options: object, done: Ended): void
  exec(sql: string, parameters: readonly unknown[], options: object, done: Done<unknown>): void
  prepare(sql: string, done: Done<NativeStatement>): void
  commit(done: Ended): void
  rollback(done: Ended): void
  setAutoCommit(isOn: boolean): void
  abort(done: Ended): void
  disconnect(done: Ended): void
}

export interface HanaClient {
  createConnection(): NativeConnection
}

/** That nobody was reached, or that a connection is gone; all else below zero is a value that it does not send. */
const LOST = [-10_108, -10_709, -10_807, -10_821]

export const isLost = (error: Error): boolean => LOST.includes(Number((error as { code?: unknown }).code))

/** A failure as `hdb` tells it: with the server's number, with letters for connections, without any for values. */
export const asHdb = (error: Error): Error => {
  const code = Number((error as { code?: unknown }).code)
  if (code >= 0) return error
  return Object.assign(new Error(error.message, { cause: error }), isLost(error) && { code: 'EHDBCLOSE' })
}

/** Wraps what is called with an answer, which is told as `hdb` tells it. */
export type Watch = <Result>(done: Done<Result>) => Done<Result>
