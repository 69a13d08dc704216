import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { AdminError } from '../../core/errors.ts'
import { SqliteConnection } from './connection.ts'
import { sqliteError } from './errors.ts'
import { registerDialectFunctions } from './functions.ts'
import type { Answer, Ask, Channel, RequestType } from './protocol.ts'

/** Rows inserted before the event loop gets its turn. */
const CHUNK = 200

const prepared = new WeakSet<DatabaseSync>()

/** A connection of this very process: each request blocks the event loop, which is free between requests. */
export class LocalChannel implements Channel {
  readonly isCopying = false
  readonly #connection: SqliteConnection
  #isOpen = true

  constructor(database: DatabaseSync) {
    if (!prepared.has(database)) registerDialectFunctions(database, ':memory:')
    prepared.add(database)
    this.#connection = new SqliteConnection(database)
  }

  async request<Type extends RequestType>(type: Type, ask: Ask<Type>): Promise<Answer<Type>> {
    if (type !== 'insert') return this.#turn(type, ask)
    const { insert, rows } = ask as Ask<'insert'>
    for (let start = 0; start < rows.length; start += CHUNK)
      await this.#turn('insert', { insert, rows: rows.slice(start, start + CHUNK) }, start)
    return undefined
  }

  readonly destroy = (): void => {
    this.#isOpen = false
  }

  async #turn<Type extends RequestType>(type: Type, ask: Ask<Type>, firstRow = 0): Promise<Answer<Type>> {
    await setImmediate()
    if (!this.#isOpen && type !== 'end') throw new AdminError('OPERATION_CANCELLED', 'The operation was cancelled')
    try {
      return this.#connection.handle(type, ask)
    } catch (error) {
      const failure = this.#connection.failure(error)
      throw sqliteError(
        failure.rowIndex === undefined ? failure : { ...failure, rowIndex: failure.rowIndex + firstRow },
      )
    }
  }
}
