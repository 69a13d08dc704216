import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Statement } from '../../core/values.ts'
import { InsertError } from '../../errors.ts'
import { beforeDeadline } from '../deadline.ts'
import type { Deadline } from '../deadline.ts'
import type { AccessProbe, Row, RowBatch, StepAccess, WriteSession } from '../session.ts'
import type { Answer, Ask, Channel, RequestType } from './protocol.ts'

/** A session over a channel; for reading it is used as a `Session` only, and the connection refuses all else. */
export class SqliteSession implements WriteSession {
  readonly #channel: Channel
  readonly #deadline: Deadline
  #count = 0

  constructor(channel: Channel, deadline: Deadline) {
    this.#channel = channel
    this.#deadline = deadline
  }

  async query({ sql, parameters }: Statement): Promise<readonly Row[]> {
    const { columns, rows } = await this.#request('query', { sql, parameters })
    return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))
  }

  async *stream({ sql, parameters }: Statement): AsyncGenerator<RowBatch> {
    const cursor = ++this.#count
    await this.#request('openCursor', { cursor, sql, parameters })
    let next = this.#fetch(cursor)
    let isDone = false
    try {
      for (;;) {
        const batch = await next
        if (batch.length === 0) {
          isDone = true
          return
        }
        next = this.#fetch(cursor)
        yield batch
      }
    } finally {
      if (!isDone) await this.#request('closeCursor', { cursor }).catch(() => undefined) // left early, or failed before
    }
  }

  describeAccess(probe: AccessProbe): Promise<readonly StepAccess[]> {
    return this.#request('describeAccess', probe)
  }

  execute({ sql, parameters }: Statement): Promise<number> {
    return this.#request('execute', { sql, parameters })
  }

  async insert(
    target: { schema: string; table: string; columns: readonly string[] },
    rows: AsyncIterable<RowBatch>,
  ): Promise<number> {
    const insert = ++this.#count
    const columns = target.columns.map(quoteIdentifier)
    const table = `${quoteIdentifier(target.schema)}.${quoteIdentifier(target.table)}`
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
    await this.#request('openInsert', { insert, sql })
    let inserted = 0
    try {
      await this.savepoint(async () => {
        // While the database takes one batch, the next one is made.
        let taking: Promise<void> | undefined
        for await (const batch of rows) {
          await taking
          taking = this.#take(insert, batch, inserted)
          taking.catch(() => undefined)
          inserted += batch.length
        }
        await taking
      })
    } finally {
      await this.#request('closeInsert', { insert }).catch(() => undefined)
    }
    return inserted
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `"admin_${String(++this.#count)}"`
    await this.execute({ sql: `SAVEPOINT ${name}`, parameters: [] })
    try {
      const result = await work()
      await this.execute({ sql: `RELEASE ${name}`, parameters: [] })
      return result
    } catch (error) {
      if (!this.#deadline.signal.aborted) {
        await this.execute({ sql: `ROLLBACK TO ${name}`, parameters: [] })
        await this.execute({ sql: `RELEASE ${name}`, parameters: [] })
      }
      throw error
    }
  }

  async #take(insert: number, rows: RowBatch, rowsBefore: number): Promise<void> {
    try {
      await this.#request('insert', { insert, rows })
    } catch (error) {
      if (error instanceof InsertError && error.rowIndex !== null)
        throw new InsertError(error, error.rowIndex + rowsBefore)
      throw error
    }
  }

  #fetch(cursor: number): Promise<RowBatch> {
    const batch = this.#request('fetch', { cursor })
    batch.catch(() => undefined) // the reader may leave before it asks for this batch
    return batch
  }

  #request<Type extends RequestType>(type: Type, ask: Ask<Type>): Promise<Answer<Type>> {
    this.#deadline.check()
    return beforeDeadline(this.#channel.request(type, ask), this.#deadline)
  }
}
