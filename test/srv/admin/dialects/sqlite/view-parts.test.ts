import { viewParts } from '../../../../../srv/admin/dialects/sqlite/view-parts.ts'

const textsOf = (sql: string) =>
  viewParts(`CREATE VIEW v AS ${sql}`, 'v')?.map(({ arms }) =>
    arms.map((arm) => arm.sql.replaceAll(/\uE000(\d+)\uE000v/g, 'part $1')),
  )

test('queries behind FROM and common tables become parts of their own', () => {
  expect(textsOf('SELECT a FROM t')).toEqual([['SELECT a FROM t']])
  expect(textsOf('SELECT q.a FROM (SELECT a FROM t WHERE b IN (SELECT b FROM u)) AS q, w')).toEqual([
    ['SELECT a FROM t WHERE b IN (SELECT b FROM u)'],
    ['SELECT q.a FROM "part 2" AS q, w'],
  ])
  expect(
    textsOf('WITH c AS (SELECT a FROM t UNION SELECT b FROM u ORDER BY 1) SELECT c.a FROM c JOIN c AS d ON d.a = c.a'),
  ).toEqual([
    ['SELECT a FROM t', 'SELECT b FROM u'],
    ['SELECT c.a FROM "part 2" AS "c" JOIN "part 2" AS d ON d.a = c.a'],
  ])
})

test('names that are hidden again, other FROMs and brackets of joins are left as they are', () => {
  expect(
    textsOf(
      'WITH c AS (SELECT 1 AS a) SELECT (WITH c AS (SELECT 2) SELECT * FROM c) FROM main.c, (t JOIN c USING (a))',
    ),
  ).toEqual([
    ['SELECT 1 AS a'],
    ['SELECT (WITH c AS (SELECT 2) SELECT * FROM c) FROM main.c, (t JOIN "part 2" AS "c" USING (a))'],
  ])
  expect(textsOf('SELECT a IS NOT DISTINCT FROM b, c FROM t')).toEqual([['SELECT a IS NOT DISTINCT FROM b, c FROM t']])
})

test('what is no such query is not taken apart, however deep', () => {
  expect(viewParts('CREATE VIEW v AS', 'v')).toBeNull()
  expect(viewParts('CREATE VIEW v AS SELECT (a FROM t', 'v')).toBeNull()
  expect(viewParts(`CREATE VIEW v AS SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)} FROM t`, 'v')).toBeNull()
  expect(viewParts('CREATE VIEW v AS VALUES ((SELECT a FROM t))', 'v')).toBeNull()
})
