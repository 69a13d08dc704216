import { readTableText } from '../../../../../srv/admin/dialects/sqlite/sql-text.ts'

test('reads collations, generated columns and checks', () => {
  const { columns, checks } = readTableText(
    `CREATE TABLE "t,(" (a TEXT COLLATE NOCASE CHECK (a <> ',)'), "B c" INT CONSTRAINT Positive CHECK ("B c" > (0)) DEFAULT (1),
       g AS (a || 'AS (x)') STORED, [check] INT, h INT GENERATED ALWAYS AS (abs(check)) VIRTUAL,
       CONSTRAINT "Both Of" CHECK (a > g), CHECK (main.f(a)), PRIMARY KEY (a))`,
    'main',
  )
  expect([...columns].map(([name, { collation, generated }]) => [name, collation, generated])).toEqual([
    ['a', 'nocase', null],
    ['b c', null, null],
    ['g', null, `a || 'AS (x)'`],
    ['check', null, null],
    ['h', null, 'abs (check)'],
  ])
  expect(checks).toEqual([
    { name: null, definition: `(a <> ',)')` },
    { name: 'positive', definition: '("b c" > (0))' },
    { name: 'both of', definition: '(a > g)' },
    { name: null, definition: '(f (a))' },
  ])
})

test('reads nothing from what has no columns', () => {
  for (const sql of ['', 'CREATE VIRTUAL TABLE f USING fts5(a, check)'])
    expect(readTableText(sql, 'main')).toEqual({ columns: new Map(), checks: [] })
})
