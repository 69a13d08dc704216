/** Rows that a connection of the application reads are those that our own sessions read, whatever its driver and settings are. */
import { DatabaseSync } from 'node:sqlite'
import type { EntityRow } from '../../../../srv/admin/core/application.ts'
import type { Value } from '../../../../srv/admin/core/values.ts'
import type { RowChanges } from '../../../../srv/admin/dialects/row-changes.ts'
import { postgresDialect } from '../../../../srv/admin/dialects/postgres/dialect.ts'
import { sqliteDialect } from '../../../../srv/admin/dialects/sqlite/dialect.ts'
import { lentSession } from '../../../../srv/admin/operations/rows/change-rows/through-service.ts'
import { execute, query, useEngine } from '../../../support/engines.ts'
import { connectPostgres } from '../../../support/postgres-client.ts'

type Ask = (sql: string, parameters: readonly Value[]) => Promise<readonly EntityRow[]>

const lentBy = (ask: Ask, { lent }: RowChanges) =>
  lentSession({ query: (sql, parameters = []) => ask(sql, parameters) }, lent)

const selected = (literals: readonly string[]) => {
  const columns = literals.map((_, index) => `c${index}`)
  return {
    sql: `SELECT ${literals.map((each, index) => `${each} AS "c${index}"`).join(', ')}`,
    parameters: [],
    columns,
  }
}

describe('PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const LITERALS = [
    ...['true', '7', '9223372036854775807::bigint', "'\\x00ff'::bytea", '1.50', "'NaN'::float8", '0.1::real', 'NULL'],
    ...["'2024-02-29'::date", "'2024-02-29 01:02:03.5'::timestamp", "'2024-02-29 01:02:03.5+02'::timestamptz"],
    ...["'1 year 2 days 03:04:05.6'::interval", "'ab'::char(6)", "'{1,NULL}'::int[]", `'{"a": 1.50}'::json`],
    ...["'x'::text", "''::text", "'(1,2)'::point", '5::positive', '\'sad\'::text COLLATE "C"'],
  ]

  it('reads what a driver makes dates and numbers of, and leaves the settings of the connection', async () => {
    await execute(engine().database, 'CREATE DOMAIN positive AS int CHECK (value > 0)')
    const statement = selected(LITERALS)
    const own = await query(engine().database, statement.sql)
    const client = await connectPostgres(engine().server!.credentials)
    const settings = async () =>
      (await client.query("SELECT now()::text AS at, current_setting('IntervalStyle') AS style")).rows
    try {
      await client.query("SET TimeZone = 'Asia/Tokyo'; SET DateStyle = 'German'; SET bytea_output = 'escape'; BEGIN")
      const before = await settings()
      const ask = async (sql: string, parameters: readonly Value[]) => (await client.query(sql, parameters)).rows
      expect(await lentBy(ask, postgresDialect.rowChanges!).query(statement)).toEqual(own)
      expect(await settings()).toEqual(before)
    } finally {
      await client.end()
    }
  })
})

describe('SQLite', () => {
  const engine = useEngine('SQLite file')
  const LITERALS = [
    ...['9223372036854775807', '-1', '1.5', '9e999', "x'00ff'", "x''", "'text'", "''", 'NULL', '0.1', '1e300', "'5'"],
  ]

  it('reads large numbers and bytes as they are', async () => {
    const statement = selected(LITERALS)
    const database = new DatabaseSync(':memory:')
    const ask = (sql: string, parameters: readonly Value[]) =>
      Promise.resolve(database.prepare(sql).all(...(parameters as string[])))
    expect(await lentBy(ask, sqliteDialect.rowChanges!).query(statement)).toEqual(
      await query(engine().database, statement.sql),
    )
  })

  it('asks with parameters that every driver takes, and leaves names that look like one', async () => {
    const { lent } = sqliteDialect.rowChanges!
    const asked = `SELECT 1 AS "c0" FROM "a?1" WHERE "b""?2" = ?1 AND c = ?2 AND d <> '?3'`
    expect(lent.texts(asked, ['c0'])).toContain(`FROM "a?1" WHERE "b""?2" = ? AND c = ? AND d <> '?3'`)
    const database = new DatabaseSync(':memory:')
    const ask = (sql: string, parameters: readonly Value[]) =>
      Promise.resolve(database.prepare(sql).all(...(parameters as string[])))
    const statement = { sql: 'SELECT ?1 AS "c0" WHERE ?2 = 5', parameters: ['x', 5], columns: ['c0'] }
    expect(await lentBy(ask, sqliteDialect.rowChanges!).query(statement)).toEqual([{ c0: 'x' }])
  })

  it('locks a database before it reads, without changing anything', async () => {
    await execute(engine().database, 'CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)')
    const [found] = await query(engine().database, "SELECT file FROM pragma_database_list WHERE name = 'main'")
    const [one, other] = [1, 2].map(() => new DatabaseSync(String(found?.['file']), { timeout: 0 })) as [
      DatabaseSync,
      DatabaseSync,
    ]
    one.exec('BEGIN')
    for (const { sql } of sqliteDialect.rowChanges!.lent.begin('"t"', 1_000)) one.exec(sql)
    expect(() => other.exec('DELETE FROM t')).toThrow(/locked/)
    one.exec('COMMIT')
    expect(other.prepare('SELECT a FROM t').all()).toHaveLength(1)
    one.close()
    other.close()
  })
})
