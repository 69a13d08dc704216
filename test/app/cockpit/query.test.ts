/** The query page without a browser. */
import { isMeasured, planShares } from '../../../app/cockpit/src/pages/query/plan-shares.ts'
import fc from 'fast-check'
import { joinConditions } from '../../../app/cockpit/src/pages/query/editor/join-conditions.ts'
import { namedTables } from '../../../app/cockpit/src/pages/query/editor/named-tables.ts'
import { chartColumns, placeOfBar } from '../../../app/cockpit/src/pages/query/chart-columns.ts'
import { gridRows } from '../../../app/cockpit/src/pages/query/grid-rows.ts'
import { findRows, orderRows } from '../../../app/cockpit/src/pages/query/order-rows.ts'
import { parametersIn, parameterValue } from '../../../app/cockpit/src/pages/query/parameters.ts'
import { placeInText, placeOfMistake } from '../../../app/cockpit/src/pages/query/place-in-text.ts'
import { closeTab, MOST_TABS, openTab, type Tabs } from '../../../app/cockpit/src/pages/query/tabs.ts'
import { instantOf, seriesOf, timeColumns } from '../../../app/cockpit/src/pages/query/time-series.ts'

test('a place is told by line and column, whatever characters come before', () => {
  expect(placeInText('SELECT nope', 8)).toEqual({ line: 1, column: 8, start: 7 })
  expect(placeInText("SELECT '😀',\n  nope", 15)).toEqual({ line: 2, column: 3, start: 15 })
})

test('columns of one name are told apart, and no value is lost', () => {
  const columns = fc.array(fc.constantFrom('a', 'a (2)', 'b', ''), { maxLength: 8 })
  fc.assert(
    fc.property(columns, (names) => {
      const row = names.map((_, index) => index)
      const given = gridRows({ columns: names.map((name) => ({ name, type: null })), rows: [row] })
      expect(new Set(given.columns.map(({ name }) => name)).size).toBe(names.length)
      expect(given.columns.map(({ name }) => given.rows[0]?.[name])).toEqual(row)
    }),
  )
})

describe('a chart of a result', () => {
  const chart = (
    columns: readonly (readonly [name: string, type: string])[],
    ...rows: readonly (readonly unknown[])[]
  ) => {
    const given = gridRows({ columns: columns.map(([name, type]) => ({ name, type })), rows })
    return chartColumns(given.columns, given.rows)
  }

  test('draws numbers by what names them', () => {
    expect(
      chart(
        [
          ['n', 'INTEGER'],
          ['colour', 'TEXT'],
          ['share', ''],
        ],
        [1, 'red', 0.5],
        [2, null, null],
      ),
    ).toEqual({
      measures: ['n', 'share'],
      names: ['n', 'colour', 'share'],
      measure: 'n',
      name: 'colour',
    })
    expect(
      chart(
        [
          ['year', 'INTEGER'],
          ['films', ''],
        ],
        [1977, 1],
      ),
    ).toMatchObject({ measure: 'films', name: 'year' })
  })

  test('takes a text for a number where the type says so alone', () => {
    expect(
      chart(
        [
          ['a', 'TEXT'],
          ['b', 'DECIMAL'],
        ],
        ['1', '12345678901234567890.1'],
      ),
    ).toMatchObject({ measure: 'b' })
    expect(
      chart(
        [
          ['a', 'TEXT'],
          ['b', 'TEXT'],
        ],
        ['1', '2'],
      ),
    ).toBeUndefined()
    expect(
      chart(
        [
          ['a', 'TEXT'],
          ['b', 'REAL'],
        ],
        ['1', 'Infinity'],
      ),
    ).toBeUndefined()
  })

  test('is none without numbers, or without anything beside them', () => {
    expect(
      chart([
        ['a', 'TEXT'],
        ['b', 'INTEGER'],
      ]),
    ).toBeUndefined()
    expect(
      chart(
        [
          ['a', 'TEXT'],
          ['b', 'INTEGER'],
        ],
        ['x', null],
      ),
    ).toBeUndefined()
    expect(chart([['a', 'INTEGER']], [1])).toBeUndefined()
    expect(
      chart(
        [
          ['a', 'INTEGER'],
          ['b', 'BLOB'],
        ],
        [1, ''],
      ),
    ).toBeUndefined()
  })

  test('has every bar between its edges, from where nothing is, as long as its number', () => {
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(numbers, (lengths) => {
        const nothing = placeOfBar(0, lengths).start
        for (const length of lengths) {
          const { start, size } = placeOfBar(length, lengths)
          expect(start).toBeGreaterThanOrEqual(0)
          expect(start + size).toBeLessThanOrEqual(100 + 1e-9)
          expect(length < 0 ? start + size : start).toBeCloseTo(nothing, 6)
        }
        const most = Math.max(...lengths)
        if (most > 1e-300 && Math.min(...lengths) >= 0) expect(placeOfBar(most, lengths).size).toBeCloseTo(100, 6)
      }),
    )
  })
})

describe('a mistake', () => {
  const placeOf = (details: string, sql: string, position?: number, start = 0, end = sql.length) =>
    placeOfMistake({ details, position }, sql, start, end)?.start

  test('is where the engine says, counted from the part that was run', () => {
    expect(placeOf('', "SELECT '😀';\nSELECT nope", 8, 13)).toBe(20)
  })

  test('is where the word stands that SQLite names, in the part that was run alone', () => {
    const sql = "SELECT nope; -- nope\nSELECT 'nope', nopes, nope"
    const start = sql.indexOf('\n') + 1
    expect(placeOf('SQLite 1: no such column: nope', sql, undefined, start)).toBe(sql.lastIndexOf('nope'))
    expect(placeOf('SQLite 1: no such table: main.nope', 'SELECT 1 FROM nope')).toBe(14)
    expect(placeOf('SQLite 1: near "+": syntax error', 'SELECT 1 + + ;')).toBeUndefined()
    expect(placeOf(`SQLite 1: unrecognized token: "'a"`, "SELECT 'b', 'a")).toBe(12)
  })

  test('is at the end of what ends too early', () => {
    expect(placeOf('SQLite 1: incomplete input', 'SELECT 1 +  ')).toBe(10)
  })

  test('is nowhere where nobody knows', () => {
    expect(placeOf('SQLite 1: no such column: a', 'SELECT a, a')).toBeUndefined()
    expect(placeOf('division by zero', 'SELECT 1 / 0')).toBeUndefined()
  })
})

describe('tables of a statement', () => {
  const named = (sql: string) => namedTables(sql).map(({ schema, name, alias }) => [schema, name, alias].join('/'))

  test('are named after FROM and JOIN, with their schemas and aliases', () => {
    expect(named('SELECT x FROM a, main.b AS y JOIN "C d" ON a.id = y.id LEFT JOIN e z USING (id) WHERE')).toEqual([
      '/a/a',
      'main/b/y',
      '/C d/C d',
      '/e/z',
    ])
  })

  test('are not those of comments and texts; subqueries have their own', () => {
    expect(named("SELECT 'from a' -- from b\nFROM (SELECT * FROM c WHERE 1) q ORDER BY 1")).toEqual(['/c/c'])
  })

  test('are found in what is not finished, whatever it is', () => {
    expect(named('SELECT FROM')).toEqual([])
    expect(named('SELECT * FROM a JOIN b ON ')).toEqual(['/a/a', '/b/b'])
    const pieces = fc.array(fc.constantFrom('from', 'join', 'a', '"b', '.', ',', '(', ')', "'", '--', '\n', ' ', 'as'))
    fc.assert(
      fc.property(pieces, (parts) => {
        for (const { name } of namedTables(parts.join(' '))) expect(typeof name).toBe('string')
      }),
    )
  })
})

test('a join is offered by the foreign keys, whichever table has them', () => {
  const reference = { columns: ['film_ID'], referencedSchema: 's', referencedTable: 'Film', referencedColumns: ['ID'] }
  const film = { schema: 's', table: 'Film', references: [] }
  const cast = { schema: 's', table: 'Cast', references: [reference] }
  const quote = (name: string): string => (/^[a-z]+$/.test(name) ? name : `"${name}"`)
  const [f, c] = [
    { schema: undefined, name: 'Film', alias: 'f' },
    { schema: undefined, name: 'Cast', alias: 'c' },
  ]
  expect(joinConditions([f, c], [film, cast] as never, quote)).toEqual(['c."film_ID" = f."ID"'])
  expect(joinConditions([c, f], [cast, film] as never, quote)).toEqual(['c."film_ID" = f."ID"'])
  expect(joinConditions([f], [film] as never, quote)).toEqual([])
})

describe('tabs', () => {
  const one = { list: [{ number: 1, sql: 'a', asked: 'a' }], active: 1 }
  const both = { list: [...one.list, { number: 2, sql: 'b' }], active: 2 }

  test('a statement gets one of its own, or that which is empty', () => {
    expect(openTab(one, 'b')).toEqual(both)
    expect(openTab({ list: [{ number: 1, sql: ' ' }], active: 1 }, 'b').list).toEqual([{ number: 2, sql: 'b' }])
  })

  test('more than can be told apart are not opened, and none is lost', () => {
    let tabs: Tabs = one
    for (let index = 0; index < 2 * MOST_TABS; index++) tabs = openTab(tabs, `b${String(index)}`)
    expect(tabs.list).toHaveLength(MOST_TABS)
    expect(tabs.list[0]?.sql).toBe('a')
  })

  test('the one beside a closed one comes in front, and there is always one', () => {
    expect(closeTab(both)).toEqual(one)
    expect(closeTab({ ...both, active: 1 })).toEqual({ list: [{ number: 2, sql: 'b' }], active: 2 })
    expect(closeTab(one)).toEqual({ list: [{ number: 1, sql: '' }], active: 1 })
  })
})

test('rows are ordered by several columns, and found by a part of any value', () => {
  const rows = [
    { a: '10', b: 'x' },
    { a: '9', b: null },
    { a: '9', b: 'Y' },
  ]
  const orders = [
    { key: 'a', isDescending: false },
    { key: 'b', isDescending: true },
  ]
  expect(orderRows(rows, orders)).toEqual([rows[2], rows[1], rows[0]])
  expect(findRows(rows, 'y')).toEqual([rows[2]])
})

test('steps of a plan have the shares that they take themselves, and estimates that are far off are told', () => {
  const step = (depth: number, facts: Record<string, number>) => ({
    depth,
    facts: Object.entries(facts).map(([name, value]) => ({ name, value: String(value) })),
  })
  const node = (depth: number, cost: number, time: number, loops: number, estimated: number, actual: number) =>
    step(depth, {
      ...{ 'Total Cost': cost, 'Actual Total Time': time, 'Actual Loops': loops },
      ...{ 'Plan Rows': estimated, 'Actual Rows': actual },
    })
  const shares = planShares([
    node(0, 100, 20, 1, 1, 1),
    node(1, 60, 12, 1, 10, 5_000),
    node(2, 20, 1, 4, 3, 9),
    node(1, 10, 4, 1, 7, 7),
  ])
  expect(shares.map(({ cost, time, milliseconds }) => [cost, time, milliseconds])).toEqual([
    [0.3, 0.2, 4],
    [0.4, 0.4, 8],
    [0.2, 0.2, 4],
    [0.1, 0.2, 4],
  ])
  expect(shares.map(({ rows }) => rows?.isFarOff)).toEqual([false, true, false, false])
  expect(planShares([step(0, {})])).toEqual([{}])
  expect([[step(0, { 'Total Cost': 1 })], [node(0, 1, 1, 1, 1, 1)]].map(isMeasured)).toEqual([false, true])
})

test('parameters are found where values stand, each once', () => {
  const sql = `SELECT :a, a::int, "x:b", ':c', items[1:d] -- :e
    FROM t /* :f */ WHERE x = :a OR y=:g_1`
  expect(parametersIn(sql)).toEqual(['a', 'g_1'])
  expect(parametersIn('')).toEqual([])
})

test('what is written for a parameter is a number, a text or nothing', () => {
  const written = ['5', '-1.5', "'5'", '', "''", '007', '1e5', "O'Neil", '1234567890123456']
  expect(written.map(parameterValue)).toEqual([5, -1.5, '5', null, '', '007', '1e5', "O'Neil", '1234567890123456'])
})

test('instants are read as engines and JSON write them', () => {
  const day = Date.UTC(2024, 1, 3)
  const same = [
    '2024-02-03',
    '2024-02-03 00:00:00',
    '2024-02-03T00:00:00.000Z',
    '2024-02-03 02:00:00+02',
    '2024-02-02T22:30:00-01:30',
  ]
  for (const text of same) expect([text, instantOf(text)]).toEqual([text, day])
  expect(instantOf('2024-02')).toBe(Date.UTC(2024, 1))
  for (const other of ['2024', '2024-13-01', '12:00', 'a 2024-02-03', 20240203, null])
    expect(instantOf(other)).toBe(undefined)
})

test('a column of instants makes a line in the order of time', () => {
  const rows = [
    { day: '2024-02-03', n: 2 },
    { day: null, n: 9 },
    { day: '2024-01-03', n: null },
  ]
  expect(timeColumns(['day', 'n'], rows)).toEqual(['day'])
  const { series, interval } = seriesOf(rows, 'day', 'n')
  expect(interval).toBe('DAY')
  expect(series.points).toEqual([
    { time: Date.UTC(2024, 0, 3), value: null },
    { time: Date.UTC(2024, 1, 3), value: 2 },
  ])
})
