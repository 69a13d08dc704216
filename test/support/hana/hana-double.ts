import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { Client, Driver, ResultSet, StatementResult } from '../../../srv/admin/database/hana/driver.ts'
import { readSqlTokens } from '../../../srv/admin/core/sql-tokens.ts'
import { HanaSystem, SqlError } from './hana-system.ts'
import type { Result, SystemOptions } from './hana-system.ts'
import { toCesu8 } from './cesu8.ts'

/** What happens to statements that match. */
export interface Fault {
  readonly sql: RegExp
  /** The error's number; absent for errors that the driver finds itself, which have none. */
  readonly code?: number
}

/** A statement as it was sent, and what went wrong with it. */
export interface Sent {
  readonly sql: string
  readonly parameters: readonly unknown[]
  problem?: string
}

/**
 * A driver like `hdb` on a small HANA that runs what it is sent, and is no kinder than HANA and its driver: names without
 * quotes are in upper case, large objects are buffers in CESU-8, decimals come with an exponent, and a number is refused
 * where the statement does not tell that it is one.
 */
export class HanaDouble implements Driver {
  readonly sent: Sent[] = []
  readonly faults: Fault[] = []
  readonly system: HanaSystem

  constructor(options: SystemOptions = {}) {
    this.system = new HanaSystem(options)
  }

  createClient(): Client {
    return new DoubleClient(this) as unknown as Client
  }
}

class DoubleClient extends EventEmitter {
  readyState = 'new'
  readonly #double: HanaDouble

  constructor(double: HanaDouble) {
    super()
    this.#double = double
  }

  connect(done: (error?: Error) => void): void {
    this.readyState = 'connected'
    process.nextTick(done)
  }

  get(name: string): unknown {
    return name === 'connectionId' ? 4711 : undefined
  }

  setAutoCommit(): void {
    this.#double.system.isAutoCommit = false
  }

  prepare(sql: string, done: (error: Error | null, statement: unknown) => void): void {
    const statement = {
      execute: (
        parameters: readonly unknown[],
        _options: unknown,
        end: (error: Error | null, result?: StatementResult) => void,
      ) => {
        const sent: Sent = { sql, parameters }
        this.#double.sent.push(sent)
        process.nextTick(() => {
          try {
            end(null, this.#run(sql, parameters))
          } catch (error) {
            sent.problem = (error as Error).message
            end(error as Error)
          }
        })
      },
      drop: (end?: () => void) => end?.(),
    }
    process.nextTick(done, null, statement)
  }

  exec(sql: string, ...rest: unknown[]): void {
    const done = rest.at(-1) as (error: Error | null, result?: unknown) => void
    this.prepare(sql, (_error, statement) => {
      ;(statement as { execute: (...args: unknown[]) => void }).execute([], {}, done)
    })
  }

  commit(done: (error?: Error) => void): void {
    this.#double.system.commit()
    process.nextTick(done)
  }

  rollback(done: (error?: Error) => void): void {
    this.#double.system.rollback()
    process.nextTick(done)
  }

  end(): void {
    this.readyState = 'closed'
    this.emit('close')
  }

  destroy(): void {
    this.#double.system.rollback()
    this.end()
  }

  #run(sql: string, parameters: readonly unknown[]): StatementResult {
    const fault = this.#double.faults.find((each) => each.sql.test(sql))
    if (fault) throw this.#double.system.fail(fault.code)
    if (parameters.some((each) => Array.isArray(each))) {
      const rows = parameters as readonly (readonly unknown[])[]
      return this.#double.system.insert(sql, rows)
    }
    checkParameters(sql, parameters)
    const result = this.#double.system.run(sql, parameters)
    return typeof result === 'object' ? resultSet(result) : result
  }
}

/** What the driver takes for a parameter that the statement gives no type: a text. */
const checkParameters = (sql: string, parameters: readonly unknown[]): void => {
  const tokens = readSqlTokens(sql)
  const places = tokens.flatMap((token, index) => (token.type === 'symbol' && token.value === '?' ? [index] : []))
  if (places.length !== parameters.length) throw new SqlError(257, `${String(places.length)} parameters are needed`)
  parameters.forEach((value, index) => {
    const isCount = /^(?:LIMIT|OFFSET)$/i.test(tokens[(places[index] ?? 0) - 1]?.value ?? '')
    const fits = value === null || typeof value === 'string' || Buffer.isBuffer(value)
    if (!fits && !(isCount && typeof value === 'number')) throw new TypeError('Argument must be a string')
  })
}

/** `hdb`'s numbers of types, from its list of type codes. */
const TYPES: Readonly<Record<string, number>> = {
  ...{ TINYINT: 1, SMALLINT: 2, INTEGER: 3, BIGINT: 4, DECIMAL: 5, REAL: 6, DOUBLE: 7, VARCHAR: 9, NVARCHAR: 11 },
  ...{
    VARBINARY: 13,
    DATE: 14,
    TIME: 15,
    TIMESTAMP: 16,
    CLOB: 25,
    NCLOB: 26,
    BLOB: 27,
    BOOLEAN: 28,
    TEXT: 51,
    BINTEXT: 53,
  },
}
const LOBS = ['CLOB', 'NCLOB', 'BLOB', 'TEXT', 'BINTEXT']

const resultSet = ({ columns, rows }: Result): ResultSet =>
  ({
    metadata: columns.map(({ name, type }) => ({ columnDisplayName: name, dataType: TYPES[type] ?? 11 })),
    setFetchSize: () => undefined,
    createArrayStream: (size: number) => {
      const values = rows.map((row) => row.map((value, index) => asDriver(value, columns[index]?.type ?? '')))
      const chunks = Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
        values.slice(index * size, (index + 1) * size),
      )
      return Readable.from(chunks)
    },
    close: (done: () => void) => {
      process.nextTick(done)
    },
  }) as ResultSet

const asDriver = (value: unknown, type: string): unknown => {
  if (value === null) return null
  if (LOBS.includes(type)) return lob(typeof value === 'string' ? toCesu8(value) : Buffer.from(value as Uint8Array))
  if (type === 'DECIMAL') return Number(value).toExponential()
  if (type === 'BOOLEAN') return Boolean(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  return value instanceof Uint8Array ? Buffer.from(value) : value
}

/** A large value as `hdb` hands it over. */
const lob = (content: Buffer) => ({
  read: (done: (error: null, content: Buffer) => void) => {
    process.nextTick(done, null, content)
  },
})
