/** Filters on columns of every type that PostgreSQL has: the right rows or a clear refusal, never a failure. */
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, query, useEngine } from '../../../../support/engines.ts'
import { someOf } from '../../../../support/long.ts'

const engine = useEngine('PostgreSQL')
const api = startEngineApi(engine, ROUTES)
const find = (where: string, table = 'things') => api.post('/export', { table, where, columns: 'id', format: 'json' })
const ids = async (where: string, table = 'things'): Promise<unknown> => {
  const answer = await find(where, table)
  return answer['rows'] === undefined ? answer : (answer['rows'] as { id: number }[]).map(({ id }) => id).sort()
}

beforeAll(() =>
  execute(
    engine().database,
    `CREATE TYPE mood AS ENUM ('calm', 'angry')`,
    'CREATE TYPE pair AS (a int, b text)',
    'CREATE TYPE blot AS (p point)',
    'CREATE DOMAIN price AS money',
    'CREATE DOMAIN dear AS price CHECK (VALUE > 1::money)',
    `CREATE TABLE things (id int PRIMARY KEY, mny money, cost dear, number oid, class regclass, address inet, net cidr, mac macaddr,
       bits bit(3), more_bits varbit, markup xml, plain json, binary_json jsonb, words tsvector, question tsquery, span interval,
       feeling mood, feelings mood[], composed pair, blotted blot, numbers int[], texts text[], points point[], place point, area box,
       ring circle, during int4range, times tstzmultirange, key uuid, lsn pg_lsn, letter "char", transaction xid, row_place tid, name name)`,
    `INSERT INTO things VALUES (1, 5.00, 7, 26, 'things', '10.0.0.1', '10.0.0.0/8', '08:00:2b:01:02:03', '101', '1010', '<a/>', '{}', '{"a": 1}',
       'a b', 'a & b', '1 day', 'calm', '{calm}', '(1,x)', '("(1,2)")', '{1,2}', '{a}', '{"(1,2)"}', '(1,2)', '((0,0),(1,1))', '<(0,0),1>',
       '[1,5)', '{[2026-01-01,2026-01-02)}', '6f9619ff-8b86-d011-b42d-00c04fc964ff', '0/10', 'a', '5', '(0,1)', 'one')`,
    `INSERT INTO things VALUES (2, 5.50, 9, 27, 'pg_class', '10.0.0.2', '10.1.0.0/16', '08:00:2b:01:02:04', '111', '11', '<b/>', '[]', '{"a": 2}',
       'c', 'c', '2 days', 'angry', '{angry}', '(2,y)', '("(3,4)")', '{3}', '{b}', '{"(3,4)"}', '(3,4)', '((0,0),(2,2))', '<(0,0),2>',
       '[5,9)', '{[2026-02-01,2026-02-02)}', '7f9619ff-8b86-d011-b42d-00c04fc964ff', '0/20', 'b', '6', '(0,2)', 'two')`,
    'CREATE TABLE ends (id int PRIMARY KEY, at timestamp, on_day date, zoned timestamptz, code char(5), free text)',
    `INSERT INTO ends VALUES (1, '2020-01-01', '2020-01-01', '2020-01-01Z', 'ab', 'ab'),
       (2, 'infinity', 'infinity', 'infinity', 'cd', 'ab   '), (3, '-infinity', '-infinity', '-infinity', 'ef', 'x')`,
    'CREATE SCHEMA extensions',
    'CREATE EXTENSION citext SCHEMA extensions',
    'CREATE TABLE names (id int PRIMARY KEY, a extensions.citext, b text)',
    `INSERT INTO names VALUES (1, 'Leia', 'Leia'), (2, 'LEIA', 'LEIA'), (3, 'Han', 'Han')`,
    'CREATE TABLE nicknames (a extensions.citext PRIMARY KEY, n int)',
    'CREATE TABLE other_nicknames (a extensions.citext PRIMARY KEY, n int)',
    `INSERT INTO nicknames VALUES ('Leia', 1), ('Han', 2), ('ann', 3)`,
    `INSERT INTO other_nicknames VALUES ('LEIA', 1), ('han', 3), ('Zoe', 4)`,
  ),
)

test.each([
  ['mny > 5', [2]],
  ['mny = 5.5', [2]],
  [`mny between 4 and 5`, [1]],
  ['coalesce(mny, 1) > 5', [2]],
  ['5 < mny', [2]],
  ['cost > 8', [2]],
  ['number = 26', [1]],
  [`number in (27, 28)`, [2]],
  [`class = 'pg_class'`, [2]],
  [`class = 'no_such_table'`, []],
  [`class like 'thing%'`, [1]],
  [`address = '10.0.0.1'`, [1]],
  [`address > '10.0.0.1'`, [2]],
  [`net = '10.0.0.0/8'`, [1]],
  [`mac = '08:00:2b:01:02:03'`, [1]],
  [`bits = '101'`, [1]],
  [`more_bits <> '1010'`, [2]],
  [`words = 'c'`, [2]],
  [`question = 'c'`, [2]],
  [`span > '1 day'`, [2]],
  [`feeling = 'calm'`, [1]],
  [`feeling > 'calm'`, [2]],
  [`feelings = '{calm}'`, [1]],
  [`composed = '(1,x)'`, [1]],
  [`numbers = '{1,2}'`, [1]],
  [`texts in ('{a}', '{c}')`, [1]],
  [`during = '[1,5)'`, [1]],
  [`times = '{[2026-01-01,2026-01-02)}'`, [1]],
  [`key = '6f9619ff-8b86-d011-b42d-00c04fc964ff'`, [1]],
  [`lsn > '0/10'`, [2]],
  [`letter = 'a'`, [1]],
  [`transaction = '5'`, [1]],
  [`row_place = '(0,1)'`, [1]],
  [`name = 'one'`, [1]],
  ['place is not null and markup is not null', [1, 2]],
])('%s', async (where, expected) => {
  expect(await ids(where)).toEqual(expected)
})

test.each(['markup', 'plain', 'place', 'points', 'area', 'ring', 'blotted'])(
  '%s has no equality, which is told',
  async (column) => {
    for (const condition of [
      `${column} = 'x'`,
      `${column} > 'x'`,
      `${column} in ('x')`,
      `${column} between 'x' and 'y'`,
    ])
      expect([condition, (await find(condition))['code']]).toEqual([
        condition,
        expect.stringMatching(/^(INVALID_FILTER|NOT_SUPPORTED|INVALID_PARAMETER)$/),
      ])
  },
)

test.each(['markup', 'place', 'points', 'area', 'ring', 'transaction'])(
  '%s has no order, which is told before the database is asked',
  async (column) => {
    const answer = await api.post('/export', { table: 'things', columns: 'id', format: 'json', orderBy: column })
    expect(answer).toMatchObject({ code: 'INVALID_PARAMETER', details: expect.stringContaining('no order') as string })
  },
)

test.each(['markup', 'place', 'points', 'area'])('%s is refused by rules that compare it', async (column) => {
  for (const rule of ['unique', 'in:x', 'compare:=:id', `references:things:${column}`])
    expect([rule, await api.post('/dataValidator', { table: 'things', rules: `${column}:${rule}` })]).toMatchObject([
      rule,
      { code: 'INVALID_RULE', details: expect.stringMatching(/^At character \d+: /) as string },
    ])
})

test('whatever the type, a filter is answered or refused, and never fails', async () => {
  const rows = await query(
    engine().database,
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'things'::regclass AND attnum > 0 ORDER BY attnum`,
  )
  const columns = rows.map(({ name }) => String(name))
  const conditions = columns.flatMap((column) => [
    ...["= 'no such value'", '< 5', '>= -1.5', '= true', "= date'2026-01-01'", "<> x'00'"].map(
      (end) => `${column} ${end}`,
    ),
    ...[`${column} like '%a%'`, `${column} in ('(', 1)`, `coalesce(${column}, 1) = 1`, `${column} = mny`],
  ])
  const faults: unknown[] = []
  for (const where of someOf(conditions, 7)) {
    const { success, code } = await find(where)
    if (success !== true && !['INVALID_FILTER', 'INVALID_PARAMETER', 'NOT_SUPPORTED'].includes(String(code)))
      faults.push([where, code])
  }
  expect(faults).toEqual([])
}, 60_000)

test('citext is compared without letter case, as it compares itself', async () => {
  expect(await ids(`a = 'leia'`, 'names')).toEqual([1, 2])
  expect(await ids(`b = 'leia'`, 'names')).toEqual([])
  expect(await ids(`a in ('HAN')`, 'names')).toEqual([3])
  expect(await ids(`a between 'H' and 'i'`, 'names')).toEqual([3])
  expect(await ids(`a <> 'LEIA'`, 'names')).toEqual([3])
  expect(await ids(`a like 'le%'`, 'names')).toEqual([1, 2])
  expect(await ids(`coalesce(a, 'x') = 'lEIA'`, 'names')).toEqual([1, 2])
  expect(await ids(`length(a) = 3 and upper(a) = 'HAN'`, 'names')).toEqual([3])
  expect(await api.post('/duplicateDetection', { table: 'names', columns: 'a' })).toMatchObject({ duplicateGroups: 1 })
  expect(await api.post('/compareData', { table1: 'nicknames', table2: 'other_nicknames' })).toMatchObject({
    summary: { matching: 1, different: 1, onlyInTable1: 1, onlyInTable2: 1 },
  })
})

test('a number of single precision is found by what it is written as', async () => {
  await execute(
    engine().database,
    'CREATE TABLE weights (id int PRIMARY KEY, w real)',
    `INSERT INTO weights VALUES (1, 0.1), (2, 1e-38), (3, 16777216), (4, 'NaN'), (5, '-Infinity'), (6, NULL)`,
  )
  expect(await ids('w = 0.1', 'weights')).toEqual([1])
  expect(await ids('w in (0.1, 1e-38)', 'weights')).toEqual([1, 2])
  expect(await ids('w <= 0.1 and w > 0', 'weights')).toEqual([1, 2])
  expect(await ids('w between 0.1 and 1e300', 'weights')).toEqual([1, 3])
  expect(await ids('w is nan', 'weights')).toEqual([4])
  expect(await ids('w = -Infinity', 'weights')).toEqual([5])
})

test.each([
  ['year(at) = 2020', [1]],
  ['month(on_day) >= 1', [1]],
  ['not day(zoned) = 2', [1]],
  ['year(coalesce(at, on_day)) is null', [2, 3]],
  ['year(at) is null', [2, 3]],
  ['at = infinity', [2]],
  ['at < infinity', [1, 3]],
  ['zoned = -infinity', [3]],
  ['on_day = +infinity', [2]],
  [`at = 'infinity'`, [2]],
  [`on_day in ('-Infinity', '2020-01-01')`, [1, 3]],
  [`on_day between date'-infinity' and date'infinity'`, [1, 2, 3]],
  [`zoned > timestamp'2021-01-01T00:00:00Z'`, [2]],
  ['id = infinity', []],
  [`at = 'infinit'`, { code: 'INVALID_FILTER' }],
  [`code = infinity`, { code: 'INVALID_FILTER' }],
  // Blanks at the end of texts of a fixed length mean nothing; those of others do.
  [`code = 'ab   '`, [1]],
  [`code = 'ab'`, [1]],
  [`'ab ' = code`, [1]],
  [`code in ('ab  ', 'ef ')`, [1, 3]],
  [`code between 'ab ' and 'cd     '`, [1, 2]],
  [`code <> 'ab      '`, [2, 3]],
  [`code = ' ab'`, []],
  [`free = 'ab'`, [1]],
  [`free = 'ab   '`, [2]],
])('%s', async (where, expected) => {
  const found = await ids(where, 'ends')
  if (Array.isArray(expected)) expect(found).toEqual(expected)
  else expect(found).toMatchObject(expected)
})
