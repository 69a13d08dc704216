import { quoteIdentifier } from '../../core/identifiers.ts'
import type { LoadPlan, OnLoadStep } from '../../core/transfer/load.ts'
import type { TextFormat } from '../../core/transfer/file-format.ts'
import type { Statement, Value } from '../../core/values.ts'
import { AdminError } from '../../core/errors.ts'
import { beforeDeadline, type Deadline } from '../deadline.ts'
import type { InsertTarget, Row, RowBatch, TableTarget, TextChunk, WriteSession } from '../session.ts'
import { textOfRows } from '../text-of-rows.ts'
import type { PostgresConnection } from './connection.ts'
import { CopyOut, copyStatement } from './copy-out.ts'
import { CopyIn, encodeBatches } from './copy.ts'
import type { QueryResult } from './driver.ts'
import { insertError, postgresError } from './errors.ts'
import { type CopyLoad, copyServerCsv, loadByCopy } from './load.ts'
import { MergeRows } from './merge-rows.ts'
import { tryStructure } from './statement-parts.ts'

/** Bounds of one batch of rows, and how many rows are asked for before their size is known. */
const BATCH = { rows: 1_000, bytes: 1_048_576, first: 100 } as const

/** A session in a transaction that is open already. */
export class PostgresSession implements WriteSession {
  readonly #connection: PostgresConnection
  readonly #deadline: Deadline
  #count = 0

  constructor(connection: PostgresConnection, deadline: Deadline) {
    this.#connection = connection
    this.#deadline = deadline
  }

  async query({ sql, parameters }: Statement): Promise<readonly Row[]> {
    const { rows, fields } = await this.#query(sql, parameters)
    return rows.map((row) => Object.fromEntries(fields.map(({ name }, index) => [name, (row[index] ?? null) as Value])))
  }

  async *stream({ sql, parameters }: Statement): AsyncGenerator<RowBatch> {
    const cursor = `"admin_${++this.#count}"`
    await this.#query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, parameters)
    let next = this.#fetch(cursor, BATCH.first)
    try {
      for (;;) {
        const batch = await next
        if (batch.length === 0) break
        next = this.#fetch(cursor, rowsPerBatch(batch))
        yield batch
      }
    } finally {
      // Left early, at its end or after an error, in which case the transaction is over anyway.
      if (!this.#deadline.signal.aborted) await this.#query(`CLOSE ${cursor}`).catch(() => undefined)
    }
  }

  async execute({ sql, parameters }: Statement): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0
  }

  async insert(target: InsertTarget, rows: AsyncIterable<RowBatch>): Promise<number> {
    return this.savepoint(() => this.#copyIn(target, encodeBatches(rows)))
  }

  async *streamText(statement: Statement, format: TextFormat, rowLimit: number): AsyncGenerator<TextChunk> {
    const copy = copyStatement(statement, format)
    if (copy) {
      if (copy.settings) await this.query(copy.settings)
      yield* this.#copyOut(copy.sql, rowLimit)
    } else yield* textOfRows(this.stream(statement), format, rowLimit)
  }

  async load(target: TableTarget, plan: LoadPlan, bytes: AsyncIterable<Uint8Array>, onStep: OnLoadStep): Promise<void> {
    const columns = plan.columns.map(({ name }) => name)
    const merge = plan.merge && (await MergeRows.open(this, { ...target, columns }, plan.merge, ++this.#count))
    const write: CopyLoad['write'] = async (rows, rowCount) => {
      const inserted = await this.#copyIn(merge?.stage ?? { ...target, columns }, rows)
      // Triggers may leave out rows.
      return merge ? merge.run() : { inserted, updated: 0, ignored: rowCount() - inserted }
    }
    if (plan.isServerCsv === true && !merge && !plan.checksEachRow) {
      // Who stops reading may read again.
      await copyServerCsv(bytes, onStep, (rows) =>
        this.savepoint(() => this.#copyIn({ ...target, columns }, rows, ' (FORMAT csv, HEADER)')),
      )
      return
    }
    if (plan.checksEachRow) await this.#checkAtOnce(target, plan)
    await loadByCopy({
      plan,
      bytes,
      onStep,
      write,
      savepoint: (work) => this.savepoint(work),
      deadline: this.#deadline,
    })
  }

  tryStructure(statements: readonly string[], questions: (schema: string) => readonly Statement[]): Promise<Row[][]> {
    return tryStructure(this, statements, questions)
  }

  deferredChecks(): Promise<() => Promise<void>> {
    return Promise.resolve(async () => {
      await this.#query('SET CONSTRAINTS ALL IMMEDIATE')
    })
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `"admin_${++this.#count}"`
    await this.#query(`SAVEPOINT ${name}`)
    try {
      const result = await work()
      await this.#query(`RELEASE SAVEPOINT ${name}`)
      return result
    } catch (error) {
      if (!this.#deadline.signal.aborted && this.#connection.isOpen) {
        await this.#query(`ROLLBACK TO SAVEPOINT ${name}`)
        await this.#query(`RELEASE SAVEPOINT ${name}`)
      }
      throw error
    }
  }

  /**
   * Has each row judged when it comes, so that bad ones can be left out. Keys that refer to rows of their own table wait for the
   * end of the transaction, if they may: the partner may come later in a file.
   *
   * @throws AdminError `NOT_SUPPORTED` where they may not and all rows are to come in: a good row would seem bad.
   */
  async #checkAtOnce({ schema, table }: TableTarget, { onError }: LoadPlan): Promise<void> {
    const sql = `SELECT DISTINCT format('%I.%I', n.nspname, k.conname) AS name, k.condeferrable AS waits, k.confrelid = k.conrelid AS own
  FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
 WHERE k.conrelid = $1::regclass`
    const rows = await this.query({ sql, parameters: [`${quoteIdentifier(schema)}.${quoteIdentifier(table)}`] })
    if (onError === 'abort' && rows.some(({ waits, own }) => own && !waits))
      throw new AdminError('NOT_SUPPORTED', 'Rows that refer to later ones cannot be checked one by one')
    const names = rows.filter(({ waits, own }) => waits && !own).map(({ name }) => String(name))
    if (names.length > 0) await this.#query(`SET CONSTRAINTS ${names.join(', ')} IMMEDIATE`)
  }

  async #copyIn(target: InsertTarget, rows: AsyncIterable<Uint8Array>, format = ''): Promise<number> {
    const table = `${quoteIdentifier(target.schema)}.${quoteIdentifier(target.table)}`
    const copy = new CopyIn(
      `COPY ${table} (${target.columns.map(quoteIdentifier).join(', ')}) FROM STDIN${format}`,
      rows,
      this.#deadline.signal,
    )
    this.#deadline.check()
    this.#connection.submit(copy)
    try {
      return await beforeDeadline(copy.done, this.#deadline)
    } catch (error) {
      throw insertError(error)
    }
  }

  async *#copyOut(sql: string, rowLimit: number): AsyncGenerator<TextChunk> {
    const copy = new CopyOut(sql, rowLimit)
    this.#deadline.check()
    this.#connection.submit(copy)
    try {
      for (;;) {
        const chunk = await beforeDeadline(copy.next(), this.#deadline)
        if (!chunk) return
        yield chunk
      }
    } catch (error) {
      throw postgresError(error)
    } finally {
      // A server that copies out listens to nothing but the end of the connection.
      if (!copy.isDone) this.#connection.destroy()
    }
  }

  #fetch(cursor: string, count: number): Promise<RowBatch> {
    const batch = this.#query(`FETCH FORWARD ${count} FROM ${cursor}`).then(({ rows }) => rows as RowBatch)
    batch.catch(() => undefined) // the reader may leave before it asks for this batch
    return batch
  }

  #query(sql: string, parameters: readonly Value[] = []): Promise<QueryResult> {
    this.#deadline.check()
    return beforeDeadline(this.#connection.query(sql, parameters), this.#deadline)
  }
}

/** As many rows as the bytes of a batch allow, judging by the rows seen last. */
const rowsPerBatch = (batch: RowBatch): number => {
  let bytes = 0
  for (const row of batch)
    for (const value of row)
      bytes += typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.byteLength : 8
  return Math.max(1, Math.min(BATCH.rows, Math.floor((BATCH.bytes * batch.length) / Math.max(1, bytes))))
}
