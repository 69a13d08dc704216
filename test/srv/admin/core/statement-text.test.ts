import fc from 'fast-check'
import { statementText } from '../../../../srv/admin/core/statement-text.ts'

const masked = (sql: string) => statementText(sql, false)

test.each([
  [`SELECT "Name's", a1 FROM t WHERE x = 'it''s' AND y = 12.5e3`, `SELECT "Name's", a1 FROM t WHERE x = ? AND y = ?`],
  [`UPDATE t SET a = E'it\\'s secret', b = $1 WHERE c IN (1, 2)`, `UPDATE t SET a = ?, b = $1 WHERE c IN (?, ?)`],
  [`SELECT $tag$ a 'secret' $x$ $tag$, $$b$$ -- ada@example.com\n FROM t /* 4711 */`, `SELECT ?, ? FROM t`],
  // The engine has cut these.
  [`SELECT * FROM t WHERE name = 'Ada Love`, `SELECT * FROM t WHERE name = ?`],
  [`SELECT $body$ secret`, `SELECT ?`],
  [`SELECT E'secret\\`, `SELECT ?\\`],
  [`SELECT * FROM t /* secret`, `SELECT * FROM t`],
  [`SELECT "cut na`, `SELECT "cut na`],
])('values and comments are left out: %s', (sql, expected) => {
  expect(masked(sql)).toBe(expected)
})

test('who may see all values sees them, on one line', () => {
  expect(statementText(`SELECT 'a  b',\n  1 -- why`, true)).toBe(`SELECT 'a  b', 1 -- why`)
})

test.each([
  [`ALTER ROLE ada PASSWORD 'x y'`, `ALTER ROLE ada PASSWORD ?`],
  [`CREATE USER ada PASSWORD "Initial1" NO FORCE`, `CREATE USER ada PASSWORD ? NO FORCE`],
  [`SET x.password = 'secret'`, `SET x.password = ?`],
  [`CREATE USER ada IDENTIFIED BY Initial1`, `CREATE USER ada IDENTIFIED BY ?`],
])('nobody sees passwords: %s', (sql, expected) => {
  for (const seesValues of [true, false]) expect(statementText(sql, seesValues)).toBe(expected)
})

test('a column may be called password', () => {
  expect(masked('SELECT password, name FROM users')).toBe('SELECT password, name FROM users')
})

test('no value gets out, wherever the text ends', () => {
  const value = fc.string({ unit: fc.constantFrom('S', "''", ' ', '-', '/', '*', '"', ';', '$'), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), fc.nat(200), (values, end) => {
      const sql = `select ${values.map((each) => `'${each}'`).join(', ')} from t`
      expect(masked(sql.slice(0, end))).not.toContain('S')
    }),
  )
})
