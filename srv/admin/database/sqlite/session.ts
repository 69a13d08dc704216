import { plain, type Statement } from '../../core/values.ts'
import type { LoadPlan, LoadStep, OnLoadStep } from '../../core/transfer/load.ts'
import type { TextFormat } from '../../core/transfer/file-format.ts'
import { releaseBytes } from '../../core/streams.ts'
import { AdminError, InsertError } from '../../core/errors.ts'
import { beforeDeadline, type Deadline } from '../deadline.ts'
import { violationsOfDeferred } from './deferred-keys.ts'
import type {
  AccessProbe,
  InsertTarget,
  Row,
  RowBatch,
  StepAccess,
  TableTarget,
  TextChunk,
  WriteSession,
} from '../session.ts'
import { type Answer, type Ask, type Channel, insertInto, type RequestType } from './protocol.ts'

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

  async *streamText({ sql, parameters }: Statement, format: TextFormat, rowLimit: number): AsyncGenerator<TextChunk> {
    const cursor = ++this.#count
    await this.#request('openText', { cursor, sql, parameters, format, rowLimit })
    const fetch = (): Promise<TextChunk> => quiet(this.#request('fetchText', { cursor }))
    // One more than is being made, so that the connection need not wait to be asked.
    const ahead = [fetch(), fetch()]
    let isDone = false
    try {
      for (let next = ahead.shift(); next; next = ahead.shift()) {
        const chunk = await next
        isDone = chunk.rowCount === 0
        if (isDone) return
        ahead.push(fetch())
        yield chunk
      }
    } finally {
      if (!isDone) await this.#request('closeText', { cursor }).catch(() => undefined) // left early, or failed before
    }
  }

  describeAccess(probe: AccessProbe): Promise<readonly StepAccess[]> {
    return this.#request('describeAccess', probe)
  }

  tryStructure(
    statements: readonly string[],
    questions: (schema: string) => readonly Statement[],
  ): Promise<readonly (readonly Row[])[]> {
    return this.#request('tryStructure', { statements, questions: questions('main') })
  }

  execute({ sql, parameters }: Statement): Promise<number> {
    return this.#request('execute', { sql, parameters })
  }

  async insert(target: InsertTarget, rows: AsyncIterable<RowBatch>): Promise<number> {
    const insert = ++this.#count
    await this.#request('openInsert', { insert, sql: insertInto(target, target.columns) })
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

  async load(target: TableTarget, plan: LoadPlan, bytes: AsyncIterable<Uint8Array>, onStep: OnLoadStep): Promise<void> {
    const load = ++this.#count
    const columns = plan.columns.map(({ name }) => name)
    await this.#request('openLoad', { load, target, sql: insertInto(target, columns), plan })
    try {
      // While the database takes one part, the next one lies there already.
      let taking: Promise<LoadStep> | undefined
      for await (const part of bytes) {
        const next = quiet(this.#request('load', { load, bytes: part }))
        if (plan.ownsBytes === true && this.#channel.isCopying) releaseBytes(part)
        if (taking) onStep(await taking)
        taking = next
      }
      if (taking) onStep(await taking)
      onStep(await this.#request('endLoad', { load }))
    } finally {
      await this.#request('closeLoad', { load }).catch(() => undefined)
    }
  }

  // SQLite tells by COMMIT alone whether deferred foreign keys hold, so violations are counted. There may be older ones.
  async deferredChecks(
    { schema, name }: { schema: string; name: string },
    which?: 'declared',
  ): Promise<() => Promise<void>> {
    const sql = which
      ? violationsOfDeferred(schema)
      : 'SELECT count(*) AS violations FROM temp.pragma_foreign_key_check(?1, ?2)'
    const count = async (): Promise<number> => {
      const [row] = await this.query({ sql, parameters: [name, schema] })
      return Number(row?.['violations'])
    }
    const before = await count()
    return async () => {
      if ((await count()) > before)
        throw new AdminError(
          'CONSTRAINT_VIOLATION',
          `FOREIGN KEY constraint failed: rows of '${name}' ${which ? 'or of tables that refer to it ' : ''}lack a partner`,
        )
    }
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `"admin_${++this.#count}"`
    await this.execute(plain(`SAVEPOINT ${name}`))
    try {
      const result = await work()
      await this.execute(plain(`RELEASE ${name}`))
      return result
    } catch (error) {
      if (!this.#deadline.signal.aborted) {
        await this.execute(plain(`ROLLBACK TO ${name}`))
        await this.execute(plain(`RELEASE ${name}`))
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
    return quiet(this.#request('fetch', { cursor }))
  }

  #request<Type extends RequestType>(type: Type, ask: Ask<Type>): Promise<Answer<Type>> {
    this.#deadline.check()
    return beforeDeadline(this.#channel.request(type, ask), this.#deadline)
  }
}

/** A promise that nobody may ever ask for. */
const quiet = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => undefined)
  return promise
}
