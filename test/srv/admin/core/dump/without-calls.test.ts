import { withoutCalls } from '../../../../../srv/admin/core/dump/choose-statements.ts'

const table = (...lines: readonly string[]): string =>
  `CREATE TABLE "s"."t" (\n  ${lines.join(',\n  ')}\n) PARTITION BY RANGE (id)`
const without = (...lines: readonly string[]) => withoutCalls(table(...lines), new Set(['f', 'Odd "one']))

test('defaults and conditions that call the functions are left out, and nothing else', () => {
  const kept = [`id integer NOT NULL`, `a text DEFAULT 'f(, b'`, `c int[] DEFAULT ARRAY[1, g(2)] NOT NULL`, `f text`]
  expect(without(...kept)).toEqual({ sql: table(...kept), lost: [] })
  const reduced = without(
    `id integer DEFAULT s.f(1, (2)) CONSTRAINT t_id NOT NULL`,
    `a numeric(3, 1) DEFAULT (1 + s.f('x, y')) NOT NULL`,
    `b text COLLATE "C" DEFAULT s."Odd ""one"()`,
    ...kept.slice(1),
    `CONSTRAINT t_check CHECK ((s.f(b) > 1))`,
    `CONSTRAINT other CHECK ((g(b) > 1))`,
  )
  expect(reduced).toEqual({
    sql: table(
      `id integer CONSTRAINT t_id NOT NULL`,
      `a numeric(3, 1) NOT NULL`,
      `b text COLLATE "C"`,
      ...kept.slice(1),
      `CONSTRAINT other CHECK ((g(b) > 1))`,
    ),
    lost: [
      { type: 'default', name: 'id' },
      { type: 'default', name: 'a' },
      { type: 'default', name: 'b' },
      { type: 'check', name: 't_check' },
    ],
  })
})

test('a table whose columns are computed by them stays as it is', () => {
  expect(without('id integer', 'a integer GENERATED ALWAYS AS (s.f(id)) STORED')).toBeNull()
  expect(withoutCalls('ALTER TABLE t ADD CHECK (f(1))', new Set(['f']))).toBeNull()
  expect(withoutCalls('CREATE TABLE t', new Set(['f']))).toBeNull()
  expect(withoutCalls('CREATE TABLE t (a int', new Set(['f']))).toBeNull()
})
