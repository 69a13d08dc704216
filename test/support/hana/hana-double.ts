import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { Client, Driver, ResultSet, StatementResult } from '../../../srv/admin/database/hana/driver.ts'
import { readSqlTokens } from '../../../srv/admin/core/sql-tokens.ts'
import { HanaSystem, type Result, type SystemOptions } from './hana-system.ts'
import { SqlError } from './sql-error.ts'
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

  readonly connectOptions = { connectionId: 4711 }

  setAutoCommit(): void {
    this.#double.system.isAutoCommit = false
  }

  prepare(sql: string, done: (error: Error | null, statement: unknown) => void): void {
    const statement = {
      parameterMetadata: parameterTypes(sql).map((dataType) => ({ dataType })),
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

  execute(sql: string, options: object, done: (error: Error | null, result?: unknown) => void): void {
    this.prepare(sql, (_error, statement) => {
      ;(statement as { execute: (...args: unknown[]) => void }).execute([], options, done)
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

/**
 * Numbers of the types of a statement's parameters: integers behind LIMIT and OFFSET, of which the statement tells so
 * much, and texts for all others.
 */
const parameterTypes = (sql: string): number[] => {
  const tokens = readSqlTokens(sql)
  return tokens.flatMap((token, index) => {
    if (token.type !== 'symbol' || token.value !== '?') return []
    return [/^(?:LIMIT|OFFSET)$/i.test(tokens[index - 1]?.value ?? '') ? TYPES['INTEGER'] : TYPES['NVARCHAR']].map(
      Number,
    )
  })
}

/** What the driver takes for a text: a text. */
const checkParameters = (sql: string, parameters: readonly unknown[]): void => {
  const types = parameterTypes(sql)
  if (types.length !== parameters.length) throw new SqlError(257, `${String(types.length)} parameters are needed`)
  parameters.forEach((value, index) => {
    const isText = value === null || typeof value === 'string' || Buffer.isBuffer(value)
    if (!isText && !(types[index] === TYPES['INTEGER'] && typeof value === 'number'))
      throw new TypeError('Argument must be a string')
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

const resultSet = ({ columns, rows }: Result): ResultSet => ({
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
})

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
