/** What SQLite has and PostgreSQL has not, cloned and copied over HTTP, compared statement by statement. */
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, query, useEngine } from '../../../../support/engines.ts'

const STATEMENTS = [
  `CREATE TABLE "Kind" (id TEXT PRIMARY KEY, rank INT) WITHOUT ROWID, STRICT`,
  `CREATE TABLE film (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT REFERENCES kind ON DELETE CASCADE, "a.b" TEXT COLLATE NOCASE UNIQUE,
     price REAL CHECK (film.price > 0) DEFAULT (1.5), twice AS (price * 2), sequel INTEGER, FOREIGN KEY (sequel) REFERENCES FILM (id))`,
  `CREATE TABLE IF NOT EXISTS main.[log] (text, at DEFAULT CURRENT_TIMESTAMP)`,
  `CREATE INDEX "by ""price" ON film (price DESC, "a.b" COLLATE BINARY) WHERE price > 2`,
  `CREATE INDEX film_lower ON film (lower("a.b"))`,
  `CREATE VIEW cheap (id, name) AS SELECT f.id, main.film.price FROM main.film AS f, film JOIN "main"."Kind" WHERE f.id = film.id`,
  `CREATE VIEW counted AS WITH c AS (SELECT count(*) AS n FROM cheap) SELECT n, (SELECT max(rank) FROM Kind) AS most FROM c`,
  `CREATE TRIGGER film_changed AFTER UPDATE OF price ON film WHEN new.price <> old.price BEGIN
     INSERT INTO log (text) SELECT 'film ' || f.id FROM film f WHERE f.id = new.id; UPDATE OR IGNORE film SET sequel = NULL WHERE film.id = new.id; END`,
  `CREATE TRIGGER into_cheap INSTEAD OF INSERT ON cheap BEGIN INSERT INTO film (price) VALUES (new.name); END`,
  `CREATE VIRTUAL TABLE words USING fts5(text)`,
  `CREATE VIEW found AS SELECT text FROM words`,
  `CREATE TRIGGER film_words AFTER INSERT ON film BEGIN INSERT INTO words VALUES (new."a.b"); END`,
  `INSERT INTO Kind VALUES ('a', 1), ('b', 2)`,
  `INSERT INTO film (kind, "a.b", price, sequel) VALUES ('a', 'One', 3, 3), ('b', 'Two', 1, NULL), ('b', 'Three', 9, 1), ('a', 'gone', 1, NULL)`,
  `DELETE FROM film WHERE "a.b" = 'gone'`,
] as const

describe.each(['SQLite file', 'SQLite in memory'])('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const rows = async (sql: string) => (await query(engine().database, sql)).map((row) => Object.values(row))
  const run = (...statements: readonly string[]) => execute(engine().database, ...statements)
  const clone = (body: Record<string, unknown>) =>
    api.post('/schemaClone', { source: 'main', includeData: true, includeTriggers: true, ...body }, 'admin')
  const copy = (body: Record<string, unknown>) =>
    api.post('/tableCopy', { includeData: true, includeTriggers: true, ...body }, 'admin')
  /** Statements without quotes around names, which a clone may have added, and without the schema that views name. */
  const objects = async (schema: string) =>
    (
      await rows(
        `SELECT type, name, tbl_name, sql FROM ${schema}.sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2`,
      )
    ).map((row) => row.map((value) => String(value).replace(/"main"\.|main\.|["[\]]/g, '')))

  beforeAll(() => run(...STATEMENTS))

  test('a clone has the statements of its source; what a module keeps is left out with all that needs it', async () => {
    const answer = await clone({ target: 'whole' })
    expect(answer).toMatchObject({
      tablesCloned: 3,
      rowsCopied: 5,
      viewsCloned: 2,
      indexes: 2,
      triggers: 2,
      foreignKeys: 2,
      sequences: 1,
    })
    expect(answer['skipped']).toEqual([
      expect.objectContaining({ type: 'virtualTable', name: 'words' }),
      expect.objectContaining({ type: 'view', name: 'found' }),
      expect.objectContaining({ type: 'trigger', name: 'film_words' }),
    ])
    const own = (await objects('main')).filter((row) => !row.some((value) => /words|found/.test(value)))
    expect(await objects('whole')).toEqual(own)
    for (const table of ['film', 'Kind', 'log', 'cheap', 'counted'])
      expect(await rows(`SELECT * FROM whole.${table}`)).toEqual(await rows(`SELECT * FROM main.${table}`))
    expect(await rows('SELECT name, seq FROM whole.sqlite_sequence')).toEqual([['film', 4]])
  })

  test('views and triggers of the clone work on the clone', async () => {
    await clone({ target: 'busy' })
    await run(`INSERT INTO busy.cheap (name) VALUES (7.5)`, `UPDATE busy.film SET price = 8 WHERE id = 1`)
    expect(await rows('SELECT id, price FROM busy.film WHERE id = 5')).toEqual([[5, 7.5]])
    expect(await rows('SELECT text FROM busy.log')).toEqual([['film 1']])
    expect(await rows('SELECT sequel FROM busy.film WHERE id = 1')).toEqual([[null]])
    expect(await rows('SELECT (SELECT count(*) FROM film), (SELECT count(*) FROM log)')).toEqual([[3, 0]])
  })

  test('triggers of a copied table work on the copy, those of a copy elsewhere need their tables', async () => {
    expect(await copy({ sourceTable: 'film', targetTable: 'movie "x"' })).toMatchObject({
      rowsCopied: 3,
      indexes: 2,
      triggers: 2,
      constraints: 5,
      skipped: [],
    })
    await run(`UPDATE "movie ""x""" SET price = 4 WHERE id = 1`)
    expect(await rows('SELECT text FROM log')).toEqual([['film 1']])
    expect(await rows(`SELECT sequel FROM "movie ""x""" WHERE id = 1`)).toEqual([[null]])
    expect(await rows('SELECT sequel FROM film WHERE id = 1')).toEqual([[3]])
    await run('DELETE FROM log', 'DROP TABLE "movie ""x"""')
    const elsewhere = await copy({ sourceTable: 'film', targetTable: 'movie', targetSchema: 'whole' })
    expect(elsewhere).toMatchObject({ rowsCopied: 3, indexes: 2, triggers: 0, constraints: 4 })
    const told = (elsewhere['skipped'] as { type: string; name: string }[]).map(
      ({ type, name: each }) => `${type} ${each}`,
    )
    expect(told).toEqual(['foreignKey film → kind', 'trigger film_changed', 'trigger film_words'])
  })

  test('keys to tables that do not exist are left out and told', async () => {
    await run('CREATE TABLE dangling (id INTEGER PRIMARY KEY, x INTEGER REFERENCES nowhere (id))')
    const told = [expect.objectContaining({ type: 'foreignKey', name: 'dangling → nowhere' })]
    const answer = await copy({ sourceTable: 'dangling', targetTable: 'fine' })
    expect(answer).toMatchObject({ success: true, constraints: 1, skipped: told })
    expect((await clone({ target: 'mended' }))['skipped']).toEqual(expect.arrayContaining(told))
    await run('INSERT INTO fine (x) VALUES (1)', 'INSERT INTO mended.dangling (x) VALUES (1)')
  })

  test('virtual tables cannot be copied', async () => {
    expect(await copy({ sourceTable: 'words', targetTable: 'x' })).toMatchObject({ code: 'NOT_SUPPORTED' })
  })
})
