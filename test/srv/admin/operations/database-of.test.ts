/** What a database says itself: admins read all of it, operators what holds no value of a row, viewers nothing. */
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../support/engines.ts'

const SECRET = `o"Ne'il 4711`

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const details = async (table: string, user: string): Promise<string> =>
    String((await api.post('/export', { table }, user))['details'])

  if (isPostgres) {
    beforeAll(() =>
      execute(
        engine().database,
        'CREATE TABLE people (name text)',
        `INSERT INTO people VALUES ('${SECRET.replaceAll("'", "''")}')`,
        'CREATE VIEW as_number AS SELECT name::int AS n FROM people',
        'CREATE VIEW divided AS SELECT 1 / (x - x) AS y FROM generate_series(1, 3) AS x',
        'CREATE MATERIALIZED VIEW unfilled AS SELECT 1 AS x WITH NO DATA',
        `CREATE FUNCTION refuse(t text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE 'no %', t USING ERRCODE = 'check_violation'; END $$`,
        'CREATE VIEW raised AS SELECT refuse(name) AS n FROM people',
        `CREATE FUNCTION lost() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*) FROM gone); END $$`,
        'CREATE VIEW losing AS SELECT lost() AS n',
      ),
    )

    test('the reason, its code and its hint', async () => {
      expect(await details('divided', 'operator')).toMatch(/PostgreSQL 22012: division by zero$/)
      for (const user of ['operator', 'admin'])
        expect(await details('unfilled', user)).toMatch(
          /PostgreSQL 55000: materialized view "unfilled" has not been populated\. Hint: Use the REFRESH MATERIALIZED VIEW command$/,
        )
      expect(await details('losing', 'operator')).toBe(
        'A table that the statement needs does not exist. PostgreSQL 42P01: relation "gone" does not exist',
      )
    })

    test('values of rows are for admins', async () => {
      expect(await details('as_number', 'admin')).toContain(`invalid input syntax for type integer: "${SECRET}"`)
      expect(await details('as_number', 'operator')).toMatch(/invalid input syntax for type integer: "…"$/)
      expect(await details('raised', 'admin')).toContain(`no ${SECRET}`)
      expect(await details('raised', 'operator')).toMatch(/PostgreSQL 23514: the message is for admins$/)
    })

    test('who reads in a stream is told in it', async () => {
      await execute(
        engine().database,
        'CREATE VIEW late AS SELECT 1 / (90000 - x) AS y FROM generate_series(1, 100000) AS x',
      )
      const answer = await api.post('/export', { table: 'late', format: 'json', limit: 100_000 })
      expect(answer).toMatchObject({ complete: false, error: { details: expect.stringContaining('division by zero') as string } }) // prettier-ignore
    })
  } else {
    beforeAll(() =>
      execute(
        engine().database,
        'CREATE TABLE people (name text)',
        `INSERT INTO people VALUES ('${SECRET.replaceAll("'", "''")}')`,
        `CREATE VIEW as_json AS SELECT json_extract(name, '$.a') AS n FROM people`,
        `CREATE VIEW by_path AS SELECT json_extract('{}', name) AS n FROM people`,
      ),
    )

    test('the reason and its code', async () => {
      expect(await details('as_json', 'operator')).toMatch(/SQLite 1: malformed JSON$/)
    })

    test('values of rows are for admins', async () => {
      expect(await details('by_path', 'admin')).toContain('4711')
      expect(await details('by_path', 'operator')).toMatch(/SQLite 1: bad JSON path: "…"$/)
    })
  }

  test('viewers read what the API says, and nobody reads of a table that there is none any more', async () => {
    const found = await api.post('/dataLineage', { table: 'nothing' }, 'viewer')
    expect(found).toMatchObject({ code: 'TABLE_NOT_FOUND' })
    expect(String(found['details'])).not.toMatch(/any more|PostgreSQL|SQLite/)
  })
})
