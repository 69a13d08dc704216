import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import type { Merge, Written } from '../../core/transfer/load.ts'
import { plain } from '../../core/values.ts'
import { AdminError, InsertError } from '../../core/errors.ts'
import type { InsertTarget, Session, TableTarget, WriteSession } from '../session.ts'

type MergeSession = Pick<WriteSession, 'query' | 'execute'>

/** The number of a row among those of the file. */
const ROW = quote('row')

/**
 * Brings rows from a temporary table into the one that they are for, by statements over all of them: the result, and what is
 * counted, is as if they had come one after the other.
 */
export class MergeRows {
  /** Rows come in here first. */
  readonly stage: InsertTarget
  readonly #session: MergeSession
  readonly #merge: Merge
  readonly #target: string
  readonly #columns: readonly string[]
  readonly #isUnique: boolean

  private constructor(
    session: MergeSession,
    stage: InsertTarget,
    {
      target,
      columns,
      merge,
      isUnique,
    }: { target: string; columns: readonly string[]; merge: Merge; isUnique: boolean },
  ) {
    this.#session = session
    this.stage = stage
    this.#target = target
    this.#columns = columns.map(quote)
    this.#merge = merge
    this.#isUnique = isUnique
  }

  /** @param number tells this merge from others of the same session. */
  static async open(
    session: MergeSession,
    target: TableTarget & { readonly columns: readonly string[] },
    merge: Merge,
    number: number,
  ): Promise<MergeRows> {
    const table = `${quote(target.schema)}.${quote(target.table)}`
    // No names of the table: one could be that of the row's number.
    const columns = target.columns.map((_, index) => `c${index}`)
    const stage = { schema: 'pg_temp', table: `dba_import_${number}`, columns }
    const selected = target.columns.map((name, index) => `${quote(name)} AS ${quote(`c${index}`)}`)
    const into = `${stage.schema}.${quote(stage.table)}`
    await session.execute(
      plain(
        `CREATE TEMPORARY TABLE ${into} ON COMMIT DROP AS SELECT ${selected.join(', ')} FROM ${table} WITH NO DATA`,
      ),
    )
    await session.execute(plain(`ALTER TABLE ${into} ADD COLUMN ${ROW} bigint GENERATED ALWAYS AS IDENTITY`))
    const isUnique = await hasUniqueIndex(session, table, merge.keys)
    return new MergeRows(session, stage, { target: table, columns: target.columns, merge, isUnique })
  }

  /** Brings in what the stage has, and empties it. @throws InsertError `CONSTRAINT_VIOLATION`. */
  async run(): Promise<Written> {
    await this.#session.execute(plain(`ANALYZE ${this.#stage}`))
    if (!this.#isUnique) await this.#refuseAmbiguous()
    const written = await this.#write()
    await this.#session.execute(plain(`TRUNCATE ${this.#stage} RESTART IDENTITY`))
    return written
  }

  async #write(): Promise<Written> {
    const { rows, keys, met, metKeys } = await this.#count()
    const { mode } = this.#merge
    const changed = mode === 'ignore' ? 0 : await this.#update()
    const takesChanges = mode !== 'ignore' && this.#keys.length < this.#columns.length
    const inserted = mode === 'update' ? 0 : await this.#insert()
    // Of rows with one key, all but one have met it; triggers may have left out single ones.
    const repeated = mode === 'upsert' ? rows - met - (keys - metKeys) : 0
    const updated = takesChanges ? met - metKeys + changed + repeated : 0
    return { inserted, updated, ignored: rows - inserted - updated }
  }

  get #stage(): string {
    return `${this.stage.schema}.${quote(this.stage.table)}`
  }

  get #keys(): readonly string[] {
    return this.#columns.flatMap((column, index) => (this.#isKey(column) ? [quote(`c${index}`)] : []))
  }

  #isKey(column: string): boolean {
    return this.#merge.keys.some((name) => quote(name) === column)
  }

  /** Whether a row of the table, `t`, is that of one of the file, `s`. */
  get #isMeant(): string {
    return this.#columns
      .flatMap((column, index) => (this.#isKey(column) ? [`t.${column} = s.${quote(`c${index}`)}`] : []))
      .join(' AND ')
  }

  /** One row of the file for each key. */
  #oneForEach(order: 'first' | 'last'): string {
    const keys = this.#keys.join(', ')
    return `(SELECT DISTINCT ON (${keys}) * FROM ${this.#stage} ORDER BY ${keys}, ${ROW}${order === 'last' ? ' DESC' : ''}) AS s`
  }

  async #count(): Promise<{ rows: number; keys: number; met: number; metKeys: number }> {
    const sql = `SELECT coalesce(sum(n), 0) AS rows, count(*) AS keys, coalesce(sum(n) FILTER (WHERE met), 0) AS met, count(*) FILTER (WHERE met) AS met_keys
  FROM (SELECT n, EXISTS (SELECT FROM ${this.#target} AS t WHERE ${this.#isMeant}) AS met
          FROM (SELECT ${this.#keys.join(', ')}, count(*) AS n FROM ${this.#stage} GROUP BY ${this.#keys.join(', ')}) AS s) AS k`
    const [row] = await this.#session.query(plain(sql))
    const number = (name: string): number => Number(row?.[name])
    return { rows: number('rows'), keys: number('keys'), met: number('met'), metKeys: number('met_keys') }
  }

  async #update(): Promise<number> {
    const changes = this.#columns.flatMap((column, index) =>
      this.#isKey(column) ? [] : [`${column} = s.${quote(`c${index}`)}`],
    )
    if (changes.length === 0) return 0
    const sql = `UPDATE ${this.#target} AS t SET ${changes.join(', ')} FROM ${this.#oneForEach('last')} WHERE ${this.#isMeant}`
    return this.#change(sql)
  }

  #insert(): Promise<number> {
    const columns = this.#columns.map((_, index) => `s.${quote(`c${index}`)}`)
    return this.#change(`INSERT INTO ${this.#target} (${this.#columns.join(', ')}) OVERRIDING SYSTEM VALUE
SELECT ${columns.join(', ')} FROM ${this.#oneForEach(this.#merge.mode === 'ignore' ? 'first' : 'last')}
 WHERE NOT EXISTS (SELECT FROM ${this.#target} AS t WHERE ${this.#isMeant}) ORDER BY s.${ROW}`)
  }

  #change(sql: string): Promise<number> {
    return this.#session.execute(plain(sql)).catch((error: unknown) => {
      throw error instanceof AdminError ? new InsertError(error, null) : error
    })
  }

  async #refuseAmbiguous(): Promise<void> {
    const sql = `SELECT s.${ROW} AS row FROM ${this.#stage} AS s JOIN ${this.#target} AS t ON ${this.#isMeant}
 GROUP BY s.${ROW} HAVING count(*) > 1 ORDER BY s.${ROW} LIMIT 1`
    const [found] = await this.#session.query(plain(sql))
    if (found)
      throw new InsertError(
        new AdminError('CONSTRAINT_VIOLATION', 'Several rows of the table have this key'),
        Number(found['row']) - 1,
      )
  }
}

/** Whether the table has at most one row for each value of the columns. */
const hasUniqueIndex = async (
  session: Pick<Session, 'query'>,
  table: string,
  keys: readonly string[],
): Promise<boolean> => {
  const sql = `SELECT 1 AS found FROM pg_index i
 WHERE i.indrelid = $1::regclass AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
   AND (SELECT bool_and(a.attname = ANY (ARRAY(SELECT json_array_elements_text($2::json)))) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number WHERE k.place <= i.indnkeyatts)
 LIMIT 1`
  return (await session.query({ sql, parameters: [table, JSON.stringify(keys)] })).length > 0
}
