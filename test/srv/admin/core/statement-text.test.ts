import fc from 'fast-check'
import { statementText } from '../../../../srv/admin/core/statement-text.ts'

const masked = (sql: string) => statementText(sql, false, 'postgres')
const forAdmins = (sql: string, engine = 'postgres') => statementText(sql, true, engine)

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
  // A setting decides where the first one ends.
  [`SELECT 'a\\' , 'b', $$ ' secret`, `SELECT ?`],
])('values and comments are left out: %s', (sql, expected) => {
  expect(masked(sql)).toBe(expected)
})

test('who may see all values sees them, on one line', () => {
  expect(forAdmins(`SELECT 'a  b',\n  1 -- why`)).toBe(`SELECT 'a  b', 1 -- why`)
})

test.each([
  [`ALTER ROLE ada PASSWORD 'x y'`, `ALTER ROLE ada PASSWORD ?`],
  [`CREATE USER ada PASSWORD "Initial1" NO FORCE`, `CREATE USER ada PASSWORD ? NO FORCE`],
  [`SET x.password = 'secret'`, `SET x.password = ?`],
  [`CREATE USER ada IDENTIFIED BY Initial1`, `CREATE USER ada IDENTIFIED BY ?`],
])('nobody sees passwords: %s', (sql, expected) => {
  for (const show of [forAdmins, masked]) expect(show(sql)).toBe(expected)
})

const SECRETS: readonly (readonly [engine: string, sql: string])[] = [
  ['postgres', `CREATE SUBSCRIPTION s CONNECTION 'host=a password=hush' PUBLICATION p`],
  ['postgres', `ALTER SUBSCRIPTION s CONNECTION U&'password=h\\0075sh hush'`],
  ['postgres', `ALTER ROLE a PASSWORD U&'hush' UESCAPE '!'`],
  ['postgres', `ALTER USER a ENCRYPTED PASSWORD E'it\\'s hush'`],
  ['postgres', `ALTER ROLE a /* b /* c */ ' */ PASSWORD 'hush'`],
  ['postgres', `/* a /* b */ PASSWORD 'hush' */ SELECT 1`],
  ['postgres', `-- a\rALTER ROLE a PASSWORD 'hush'`],
  ['postgres', `CREATE ROLE a PASSWORD $x$hush$x$`],
  ['postgres', `DO $$ BEGIN EXECUTE 'ALTER ROLE a PASSWORD ''hush'''; END $$`],
  ['postgres', `CREATE USER MAPPING FOR a SERVER b OPTIONS (user 'a', password 'hush')`],
  ['postgres', `CREATE SERVER b FOREIGN DATA WRAPPER c OPTIONS (host 'hush')`],
  ['postgres', `CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT 'hush'; END`],
  ['postgres', `COPY t TO PROGRAM 'curl -u a:hush b'`],
  ['postgres', `SET a.pin = 'hush'`],
  ['postgres', `SELECT 1; ALTER SYSTEM SET primary_conninfo = 'hush'`],
  ['postgres', `SELECT dblink_connect('host=a password=hush')`],
  ['postgres', `UPDATE users SET password_hash = crypt('hush', 'x')`],
  ['postgres', `INSERT INTO users (name, "Secret") VALUES ('a', 'hush')`],
  ['postgres', `SELECT €$$ , 'password', $$ hush $$`],
  ['hana', `CREATE USER a PASSWORD "hush" NO FORCE`],
  ['hana', `CREATE USER a IDENTIFIED BY hush`],
  ['hana', `CONNECT a PASSWORD "hush"`],
  ['hana', `CREATE CREDENTIAL FOR COMPONENT 'a' PURPOSE 'b' TYPE 'PASSWORD' USING 'user=a;password=hush'`],
  ['hana', `ALTER SYSTEM ALTER CONFIGURATION ('a', 'SYSTEM') SET ('b', 'c') = 'hush'`],
  ['hana', `/* a /* b */ ALTER USER a PASSWORD "hush"`],
  ['sqlite', "SELECT 'password', `a'b`, [c'd], 'hush', \"e'f\""],
]

test.each(SECRETS)('%s: nobody sees what %s has to hide', (engine, sql) => {
  for (const seesValues of [true, false]) {
    const shown = statementText(sql, seesValues, engine)
    expect(shown).not.toContain('hush')
    // Cut anywhere, as engines do.
    for (let end = 0; end < sql.length; end++) {
      const cut = statementText(sql.slice(0, end), seesValues, engine)
      if (cut.includes('hush')) expect([engine, sql.slice(0, end), cut]).toEqual([])
    }
  }
})

test('long texts take time that grows as their length does', () => {
  for (const part of ['/*', "'", '$a', '$', '"', '--', "\\'", "E'", '(', '€'])
    expect(forAdmins(`SELECT ${part.repeat(500_000)}`).length).toBeLessThanOrEqual(2_000)
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
