import { plain, type Statement } from '../../core/values.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { AdminError, InsertError } from '../../errors.ts'
import { beforeDeadline, type Deadline } from '../deadline.ts'
import type { LoadPlan, OnLoadStep } from '../../core/transfer/load-plan.ts'
import type { TextFormat } from '../../core/transfer/text-format.ts'
import type { InsertTarget, Row, RowBatch, TableTarget, TextChunk, WriteSession } from '../session.ts'
import { textOfRows } from '../text-of-rows.ts'
import type { HanaConnection } from './connection.ts'
import { deferredKeys } from './deferred-keys.ts'
import { namingPrivilege } from './lacking-privilege.ts'
import { loadByInsert } from './load.ts'
import { type MergeCalls, MergeRows } from './merge-rows.ts'

/** A session on a connection that does not commit by itself. Not exercised on a live system. */
export class HanaSession implements WriteSession {
  readonly #connection: HanaConnection
  readonly #deadline: Deadline
  #count = 0

  constructor(connection: HanaConnection, deadline: Deadline) {
    this.#connection = connection
    this.#deadline = deadline
  }

  async query({ sql, parameters }: Statement): Promise<readonly Row[]> {
    const { columns, rows } = await this.#bounded(() => this.#connection.query(sql, parameters))
    return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))
  }

  async *stream({ sql, parameters }: Statement): AsyncGenerator<RowBatch> {
    const batches = this.#connection.stream(sql, parameters)
    try {
      for (;;) {
        const next = await this.#bounded(() => batches.next())
        if (next.done) return
        if (next.value.length > 0) yield next.value
      }
    } finally {
      if (!this.#deadline.signal.aborted) await batches.return(undefined)
    }
  }

  execute({ sql, parameters }: Statement): Promise<number> {
    return this.#change(sql, () => this.#connection.execute(sql, parameters))
  }

  async insert(target: InsertTarget, rows: AsyncIterable<RowBatch>): Promise<number> {
    const table = `${quoteIdentifier(target.schema)}.${quoteIdentifier(target.table)}`
    const columns = target.columns.map(quoteIdentifier)
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
    return this.savepoint(async () => {
      let inserted = 0
      for await (const batch of rows) {
        if (batch.length === 0) continue
        await this.#change(sql, () => this.#connection.executeRows(sql, batch)).catch((error: unknown) => {
          throw error instanceof AdminError ? new InsertError(error, null) : error
        })
        inserted += batch.length
      }
      return inserted
    })
  }

  streamText(statement: Statement, format: TextFormat, rowLimit: number): AsyncIterable<TextChunk> {
    return textOfRows(this.stream(statement), format, rowLimit)
  }

  async load(target: TableTarget, plan: LoadPlan, bytes: AsyncIterable<Uint8Array>, onStep: OnLoadStep): Promise<void> {
    const columns = plan.columns.map(({ name }) => name)
    const merge = plan.merge && new MergeRows(target, columns, plan.merge)
    await loadByInsert({
      plan,
      bytes,
      onStep,
      write: async (rows) =>
        merge
          ? this.savepoint(() => merge.write(rows, this.#merging))
          : { inserted: await this.insert({ ...target, columns }, oneBatch(rows)), updated: 0, ignored: 0 },
    })
  }

  deferredChecks(target: { schema: string; name: string }): Promise<() => Promise<void>> {
    return deferredKeys(this, target)
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = quoteIdentifier(`ADMIN_${++this.#count}`)
    await this.execute(plain(`SAVEPOINT ${name}`))
    try {
      const result = await work()
      await this.execute(plain(`RELEASE SAVEPOINT ${name}`))
      return result
    } catch (error) {
      if (!this.#deadline.signal.aborted && this.#connection.isOpen)
        // After some errors nothing of the transaction is left, nor the savepoint: what happened is the first error.
        await this.execute(plain(`ROLLBACK TO SAVEPOINT ${name}`)).catch(() => undefined)
      throw error
    }
  }

  readonly #merging: MergeCalls = {
    count: async (sql, parameters) => Number((await this.query({ sql, parameters }))[0]?.['ROWS']),
    changeEach: (sql, rows) =>
      this.#bounded(() => this.#connection.executeEach(sql, rows)).catch((error: unknown) => {
        const named = namingPrivilege(error, sql)
        throw named instanceof AdminError ? new InsertError(named, null) : named
      }),
  }

  #change(sql: string, work: () => Promise<number>): Promise<number> {
    return this.#bounded(work).catch((error: unknown) => {
      throw namingPrivilege(error, sql)
    })
  }

  #bounded<T>(work: () => Promise<T>): Promise<T> {
    this.#deadline.check()
    return beforeDeadline(work(), this.#deadline)
  }
}

async function* oneBatch(rows: RowBatch): AsyncGenerator<RowBatch> {
  yield await Promise.resolve(rows)
}
