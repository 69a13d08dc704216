import { describeAccess } from '../../../../../srv/admin/database/sqlite/describe-access.ts'
import type { StatementAccess } from '../../../../../srv/admin/database/session.ts'
import { lineage } from '../../../../../srv/admin/dialects/sqlite/lineage.ts'
import type { StoredObject } from '../../../../../srv/admin/dialects/lineage.ts'

const describeOne = (structure: readonly string[], sql: string): StatementAccess | null | undefined =>
  describeAccess({ structure, steps: [{ before: [], statements: [sql], after: [] }] })[0]?.statements[0]

const TABLES = ['CREATE TABLE t (a, b)', 'CREATE VIEW v AS SELECT a AS x, upper(b) AS y FROM t']

test('a statement is told with its columns, and all that it and its views touch', () => {
  expect(describeOne(TABLES, 'SELECT x, y FROM v')).toEqual({
    columns: [
      { name: 'x', origin: { schema: 'main', table: 't', column: 'a' } },
      { name: 'y', origin: null },
    ],
    accesses: expect.arrayContaining([
      { action: 'read', schema: 'main', table: 't', column: 'a', isDirect: false },
      { action: 'read', schema: 'main', table: 'v', column: 'x', isDirect: true },
    ]),
  })
})

test('nothing is run', () => {
  const steps = [
    { before: [], statements: ['INSERT INTO t VALUES (1, 2)', 'DROP TABLE t'], after: [] },
    { before: [], statements: ['SELECT a FROM t'], after: [] },
  ]
  const [first, second] = describeAccess({ structure: TABLES, steps })
  expect(first?.statements[0]?.accesses).toContainEqual({
    action: 'insert',
    schema: 'main',
    table: 't',
    column: null,
    isDirect: true,
  })
  expect(second?.statements[0]).not.toBeNull()
})

test('what cannot be prepared is told as null, and costs the others nothing', () => {
  const step = (before: string, sql: string) => ({ before: [before], statements: [sql], after: [] })
  const answers = describeAccess({
    structure: TABLES,
    steps: [
      step('SELECT 1', 'SELECT * FROM missing'),
      step('no sql', 'SELECT * FROM t'),
      step('CREATE VIEW w AS SELECT ISO(a) AS iso FROM t', 'SELECT * FROM w'),
    ],
  })
  expect(answers.map(({ statements }) => statements[0]?.columns ?? null)).toEqual([
    null,
    null,
    [{ name: 'iso', origin: null }],
  ])
})

test('views and triggers of an attached schema are looked at in one of its name', () => {
  const stored = (name: string, type: StoredObject['type'], sql: string, columns: string[] = []): StoredObject => ({
    schema: 'od"d',
    name,
    type,
    sql,
    columns,
    subject: type === 'trigger' ? 't' : null,
  })
  const objects = [
    stored('t', 'table', 'CREATE TABLE t (a)', ['a']),
    stored('u', 'table', 'CREATE TABLE u (a)', ['a']),
    stored('v', 'view', 'CREATE VIEW v AS SELECT a AS x FROM "od""d".t'),
    stored('g', 'trigger', 'CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO u VALUES (NEW.a); END'),
  ]
  const columns = describeAccess(lineage.columnProbe(objects))
  const { flows, unresolved } = lineage.readFlows(objects, columns, describeAccess(lineage.flowProbe(objects, columns)))
  const names = flows.map(({ source, target, sourceColumn, targetColumn }) =>
    [source.name, sourceColumn, target.name, targetColumn].join(' '),
  )
  expect(names).toEqual(['t a v x', 't  u ', 't a u '])
  expect(unresolved).toEqual([])
})
