/**
 * What this project calls of `@sap/hana-client`, which is not among its packages: its interface over `hdb`, with the errors and the values that
 * the client itself was seen to give for the same server. Where the client is installed (`NODE_PATH`), tests take it instead.
 */
import { createRequire } from 'node:module'
import type { Client, Lob, ResultSet, Statement } from '../../srv/admin/database/hana/driver.ts'
import type { Done, Ended, HanaClient, NativeConnection } from '../../srv/admin/database/hana/hana-client/native.ts'
import { decodeCesu8, encodeCesu8 } from '../../srv/admin/database/hana/values.ts'
import { loadDriver } from '../../srv/admin/database/hana/load-driver.ts'

const BIGINT = 4
const CLOB = 25
const TEXTS = [25, 26, 32, 51, 53]
const LETTERS = /^[A-Z]/

interface Settings {
  readonly host: string
  readonly port: number
  readonly uid?: string
  readonly pwd?: string
  readonly user?: string
  readonly password?: string
  readonly encrypt?: boolean
  readonly sslTrustStore?: string
  readonly sslValidateCertificate?: boolean
  readonly connectTimeout?: number
  readonly dataFormatSupport?: number
  readonly packetSizeLimit?: number
}

const withCode = (error: Error, code: number): Error => Object.assign(new Error(error.message), { code })

/** Errors of the server keep their number, those of a connection and of values have numbers below zero. */
const told = (error: Error): Error => {
  const { code } = error as { code?: unknown }
  if (typeof code === 'number') return error
  return withCode(error, typeof code === 'string' && LETTERS.test(code) ? -10_807 : -10_427)
}

class Connection implements NativeConnection {
  #client: Client | undefined
  #isClosed = false
  readonly #waiting = new Set<() => void>()

  connect(options: object, done: Ended): void {
    const given = options as Settings
    const { uid = given.user ?? '', pwd = given.password ?? '' } = given
    const client = loadDriver({ driver: 'hdb' }).createClient({
      ...{ host: given.host, port: given.port, user: uid, password: pwd },
      ...{ packetSizeLimit: given.packetSizeLimit ?? 2 ** 20, dataFormatSupport: given.dataFormatSupport ?? 8 },
      ...(given.encrypt === true && { useTLS: true }),
      ...(given.sslTrustStore !== undefined && { ca: given.sslTrustStore }),
      ...(given.sslValidateCertificate !== undefined && { rejectUnauthorized: given.sslValidateCertificate }),
      ...(given.connectTimeout !== undefined && { initializationTimeout: given.connectTimeout }),
    })
    this.#client = client
    client.on('error', () => undefined) // it has no events of its own
    client.on('close', () => {
      this.#isClosed = true
      for (const end of this.#waiting) end()
    })
    client.connect((error) => {
      const { code } = (error ?? {}) as { code?: unknown }
      done(error && (typeof code === 'number' ? error : withCode(error, -10_709)))
    })
  }

  setAutoCommit(isOn: boolean): void {
    this.#client?.setAutoCommit(isOn)
  }

  exec(sql: string, done: Done<unknown>): void
  exec(sql: string, parameters: readonly unknown[], options: object, done: Done<unknown>): void
  exec(sql: string, first: readonly unknown[] | Done<unknown>, options: object = {}, last?: Done<unknown>): void {
    const [parameters, done] = typeof first === 'function' ? [[], first] : [first, last!]
    const { queryTimeout = 0 } = options as { queryTimeout?: number }
    if (typeof first === 'function' && /^SELECT/.test(sql)) {
      this.prepare(sql, (error, statement) => {
        if (error) done(error, undefined)
        else statement.exec([], done)
      })
      return
    }
    if (queryTimeout === 0) {
      this.#client?.limitStatements?.(() => 0)
      this.#ask((client, answered: Done<unknown>) => client.execute(sql, { rowsAsArray: true }, answered), done)
      return
    }
    this.prepare(sql, (error, statement) => {
      if (error) {
        done(error, undefined)
        return
      }
      statement.setTimeout(queryTimeout)
      statement.exec(parameters, done)
    })
  }

  prepare: NativeConnection['prepare'] = (sql, done) => {
    const prepared: Done<Statement> = (error, statement) => {
      done(error, error ? (undefined as never) : this.#statement(statement))
    }
    this.#ask((client, answered: Done<Statement>) => client.prepare(sql, answered), prepared)
  }

  commit(done: Ended): void {
    this.#ask((client, answered: Done<undefined>) => client.commit((error) => answered(error, undefined)), done)
  }

  rollback(done: Ended): void {
    this.#ask((client, answered: Done<undefined>) => client.rollback((error) => answered(error, undefined)), done)
  }

  state(): string {
    return this.#isClosed ? 'disconnected' : 'connected'
  }

  setClientInfo(): void {
    // nothing is asked about it
  }

  abort(done: Ended): void {
    this.#client?.destroy()
    this.#isClosed = true
    process.nextTick(done)
  }

  disconnect(done: Ended): void {
    this.#client?.end()
    this.#isClosed = true
    process.nextTick(done)
  }

  /** What waits when the connection ends hears of it; what comes after it, too. */
  #ask<Result>(start: (client: Client, done: Done<Result>) => void, done: Done<Result>): void {
    const client = this.#client
    if (!client || this.#isClosed) {
      process.nextTick(done, withCode(new Error('Session not connected'), -10_821), undefined)
      return
    }
    const end = (): void => answer(withCode(new Error('Connection down'), -10_807), undefined as never)
    const answer: Done<Result> = (error, result) => {
      if (this.#waiting.delete(end)) done(error ? told(error) : null, result)
    }
    this.#waiting.add(end)
    start(client, answer)
  }

  #statement(statement: Statement) {
    const client = this.#client
    const types = (statement.parameterMetadata ?? []).map(({ dataType }) => dataType)
    let limit = 0
    const run = <Result>(given: unknown, done: Done<Result>): void => {
      const parameters: readonly unknown[] = Array.isArray(given) ? given : []
      const knowsLimits = client?.limitStatements?.(() => limit)
      if (limit > 0 && knowsLimits === false) {
        const message = 'Query timeout is not supported by the HANA server.'
        process.nextTick(done, withCode(new Error(message), -1), undefined)
        return
      }
      const bound = (row: readonly unknown[]): unknown[] =>
        row.map((value, at) => (Array.isArray(value) ? bound(value) : encoded(value, types[at])))
      const execute = (_client: Client, answered: Done<Result>): void => {
        statement.execute(bound(parameters), { rowsAsArray: true }, answered as never)
      }
      this.#ask(execute, done)
    }
    const count = (done: Done<number | undefined>): Done<number | number[] | undefined> => {
      return (error, result) =>
        done(
          error,
          [result ?? 0].flat().reduce((sum, each) => sum + each, 0),
        )
    }
    return {
      functionCode: () => statement.functionCode ?? 0,
      getParameterInfo: () => types.map((nativeType) => ({ nativeType })),
      setTimeout: (seconds: number) => void (limit = seconds),
      exec: <Result>(parameters: readonly unknown[], done: Done<Result>): void => {
        if (statement.functionCode === 5) run(parameters, asObjects(done as Done<unknown>))
        else run(parameters, count(done as Done<number | undefined>))
      },
      execBatch: (rows: readonly (readonly unknown[])[], done: Done<number | undefined>) => run(rows, count(done)),
      execQuery: (parameters: readonly unknown[], done: Done<Rows>): void => {
        run<ResultSet>(parameters, (error, result) => {
          done(error, error ? (undefined as never) : new Rows(result))
        })
      },
      drop: (done: Ended) => statement.drop(done),
    }
  }
}

/** `hdb` takes texts of CLOB for ASCII. */
const encoded = (value: unknown, type: number | undefined): unknown =>
  type === CLOB && typeof value === 'string' ? encodeCesu8(value) : value

const asObjects =
  (done: Done<unknown>): Done<unknown> =>
  (error, result) => {
    if (error) done(error, undefined)
    else void all(result as ResultSet).then((rows) => done(null, rows), done as () => void)
  }

const all = async (result: ResultSet): Promise<object[]> => {
  const rows: object[] = []
  for await (const chunk of result.createArrayStream(100))
    for (const row of chunk)
      rows.push(Object.fromEntries(result.metadata.map(({ columnDisplayName }, at) => [columnDisplayName, row[at]])))
  return rows
}

/** One row after the other; its values can be read while it is the current one. */
class Rows {
  readonly #result: ResultSet
  readonly #chunks: AsyncIterator<unknown[][]>
  #chunk: unknown[][] = []
  #row: unknown[] = []

  constructor(result: ResultSet) {
    this.#result = result
    this.#chunks = result.createArrayStream(100)[Symbol.asyncIterator]()
  }

  getColumnInfo() {
    return this.#result.metadata.map(({ columnDisplayName, dataType }) => ({
      ...{ columnName: columnDisplayName, nativeType: dataType },
    }))
  }

  nextCanBlock(): boolean {
    return this.#chunk.length === 0
  }

  next(): boolean
  next(done: Done<boolean>): void
  next(done?: Done<boolean>): boolean | undefined {
    if (!done) {
      this.#row = this.#chunk.shift() ?? []
      return true
    }
    this.#chunks.next().then(
      ({ value, done: isOver = false }) => {
        this.#chunk = isOver ? [] : [...(value as unknown[][])]
        this.#row = this.#chunk.shift() ?? []
        done(null, !isOver)
      },
      (error: unknown) => {
        done(told(error as Error), false)
      },
    )
    return undefined
  }

  isNull(column: number): boolean {
    return this.#row[column] === null
  }

  getValue(column: number): unknown
  getValue(column: number, done: Done<unknown>): void
  getValue(column: number, done?: Done<unknown>): unknown {
    const value = this.#row[column]
    const { dataType = 0 } = this.#result.metadata[column] ?? {}
    if (!done) return dataType === BIGINT && typeof value === 'number' ? String(value) : value
    ;(value as Lob).read((error, content) => {
      const isText = Buffer.isBuffer(content) && TEXTS.includes(dataType)
      done(error && told(error), isText ? decodeCesu8(content) : content)
    })
    return undefined
  }

  close(done: Ended): void {
    this.#result.close(done)
  }
}

const double: HanaClient = { createConnection: () => new Connection() }

const installed = (): HanaClient | undefined => {
  try {
    return createRequire(__filename)('@sap/hana-client') as HanaClient
  } catch {
    return undefined
  }
}

export const hanaClient: HanaClient = installed() ?? double

export const isDouble = hanaClient === double
