import { plain, type Statement } from '../../core/values.ts'
import { quoteIdentifier, quoteIdentifier as quote } from '../../core/identifiers.ts'
import { AdminError, InsertError } from '../../core/errors.ts'
import { beforeDeadline, type Deadline } from '../deadline.ts'
import type { LoadPlan, OnLoadStep } from '../../core/transfer/load.ts'
import type { TextFormat } from '../../core/transfer/file-format.ts'
import type { InsertTarget, Row, RowBatch, TableTarget, TextChunk, WriteSession, Session } from '../session.ts'
import { textOfRows } from '../text-of-rows.ts'
import type { HanaConnection } from './connection.ts'
import { namingPrivilege } from './errors.ts'
import { loadByInsert, type MergeCalls, MergeRows } from './load.ts'

/**
 * Prepares to check the foreign keys from and to a table that are checked at the end of a transaction only, which HANA
 * cannot be asked to do before.
 *
 * @returns what checks them; it throws `CONSTRAINT_VIOLATION`.
 */
const deferredKeys = async (
  session: Session,
  { schema, name }: { readonly schema: string; readonly name: string },
): Promise<() => Promise<void>> => {
  const rows = await session.query({ sql: KEYS, parameters: [schema, name, schema, name] })
  const keys = [...Map.groupBy(rows, (row) => JSON.stringify([row['schema'], row['table'], row['name']])).values()]
  return async () => {
    for (const key of keys)
      if ((await session.query(orphanOf(key))).length > 0)
        throw new AdminError('CONSTRAINT_VIOLATION', 'A foreign key constraint was violated')
  }
}

const KEYS = `SELECT SCHEMA_NAME AS "schema", TABLE_NAME AS "table", CONSTRAINT_NAME AS "name", COLUMN_NAME AS "column",
       REFERENCED_SCHEMA_NAME AS "parent_schema", REFERENCED_TABLE_NAME AS "parent", REFERENCED_COLUMN_NAME AS "parent_column"
  FROM SYS.REFERENTIAL_CONSTRAINTS
 WHERE IS_ENFORCED = 'TRUE' AND CHECK_TIME LIKE '%DEFERRED%'
   AND (SCHEMA_NAME = ? AND TABLE_NAME = ? OR REFERENCED_SCHEMA_NAME = ? AND REFERENCED_TABLE_NAME = ?)
 ORDER BY 1, 2, 3, POSITION`

/** @param key its columns, a row for each. */
const orphanOf = (key: readonly Row[]): Statement => {
  const name = (row: Row | undefined, column: string): string => quote(String(row?.[column]))
  const [first] = key
  const [child, parent] = [
    `${name(first, 'schema')}.${name(first, 'table')}`,
    `${name(first, 'parent_schema')}.${name(first, 'parent')}`,
  ]
  const pairs = key.map((row) => `p.${name(row, 'parent_column')} = c.${name(row, 'column')}`)
  const isSet = key.map((row) => `c.${name(row, 'column')} IS NOT NULL`)
  return plain(`SELECT 1 AS "found" FROM ${child} AS c LEFT JOIN ${parent} AS p ON ${pairs.join(' AND ')}
           WHERE p.${name(first, 'parent_column')} IS NULL AND ${isSet.join(' AND ')} LIMIT 1`)
}

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
