/** Values of SQLite that are no others after a dump and a load, whatever their columns expect; into an attached schema, too. */
import { CatalogNames } from '../../../../../../srv/admin/catalog/names.ts'
import { OWN_ROUTES } from '../../../../../../srv/admin/http/routes.ts'
import { as } from '../../../../../support/admin-api.ts'
import { startEngineApi } from '../../../../../support/engine-api.ts'
import { execute, query, unhurried, useEngine } from '../../../../../support/engines.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const engine = useEngine('SQLite file')
const routes = OWN_ROUTES.filter(({ path }) => path === '/dump' || path === '/load')
const api = startEngineApi(engine, routes, {
  names: ({ dialect }, cloned) => new CatalogNames(dialect, ['main', 'side'], cloned),
})
const run = (...statements: readonly string[]): Promise<void> => execute(engine().database, ...statements)
const dumpTo = async (file: string, body: object): Promise<number> => {
  const { status, bytes } = await api.send({
    ...{ method: 'POST', path: '/api/v1/dump', body: JSON.stringify(body) },
    headers: { ...as('admin'), 'content-type': 'application/json' },
  })
  writeFileSync(join(api.files, file), bytes)
  return status
}

const TYPES = ['', 'INTEGER', 'TEXT', 'BLOB', 'REAL', 'NUMERIC', 'DECIMAL(9,2)', 'BOOLEAN', 'DATE', 'DATETIME', 'TIME', 'VARCHAR(3)', 'JSON', 'TIMESTAMP_TEXT', 'DATE_TEXT', 'BINARY_BLOB(9)', 'REAL_DECIMAL(9, 2)', 'NVARCHAR(5)', 'UUID', 'DOUBLE', 'BIGINT', 'GEOMETRY'] // prettier-ignore
const VALUES = ['NULL', '0', '1', '-1', '9223372036854775807', '-9223372036854775807 - 1', '0.0', '-0.0', '1.0', '1.5', '0.1 + 0.2', '1e300', '9e999', '-9e999', '5e-324', `''`, `' '`, `'12'`, `'007'`, `'1e5'`, `'NULL'`, `'true'`, `'ä😀'`, `'a' || char(0) || 'b'`, `'2024-02-30'`, `'2024-02-29 10:11:12'`, `'2024-02-29T10:11:12.5Z'`, `'AP8='`, `'data:application/x-sqlite-text,12'`, `x''`, `x'00ff'`, `'{"a": 1.50}'`, `char(10) || char(13)`, `'12345678901234567890.5'`] // prettier-ignore
const OBJECTS = 'SELECT name, tbl_name, type FROM %.sqlite_schema ORDER BY 1'

const contents = (schema: string): Promise<unknown> =>
  Promise.all(
    TYPES.map((_, index) =>
      query(
        engine().database,
        `SELECT id, typeof(v) AS t, hex(v) AS h, quote(v) AS q FROM ${schema}.t${String(index)} ORDER BY id`,
      ),
    ),
  )

test('every value of every type comes back, and the tables with it, where they were and elsewhere', async () => {
  await run(
    ...TYPES.flatMap((type, index) => [
      `CREATE TABLE t${String(index)} (id INTEGER PRIMARY KEY, v ${type}, up INTEGER REFERENCES t${String((index + 1) % TYPES.length)} (id))`,
      `CREATE INDEX "i ${String(index)}" ON t${String(index)} (v) WHERE v IS NOT NULL`,
    ]),
  )
  engine().unchecked?.(
    TYPES.map((_, index) => `INSERT INTO t${String(index)} (v, up) VALUES ${VALUES.map((value) => `(${value}, 1)`).join(', ')}`).join(';'), // prettier-ignore
  )
  const before = await contents('main')
  expect(await dumpTo('all.zip', {})).toBe(200)
  await engine().database.write({ ...unhurried(), newSchema: 'side' }, () => Promise.resolve())
  const loaded = await api.post('/load', { file: 'all.zip', schema: 'side' }, 'admin')
  expect(loaded).toMatchObject({ success: true, schema: 'side', rows: TYPES.length * VALUES.length })
  expect(await contents('side')).toEqual(before)
  const [main, side] = ['main', 'side'].map((schema) => query(engine().database, OBJECTS.replace('%', schema)))
  expect(await side).toEqual(await main)
  engine().unchecked?.(TYPES.map((_, index) => `DROP TABLE t${String(index)}`).join(';'))
  expect(await api.post('/load', { file: 'all.zip' }, 'admin')).toMatchObject({ success: true, schema: 'main' })
  expect(await contents('main')).toEqual(before)
}, 30_000)

test('text that is not UTF-8 is refused, as no file could bring it back', async () => {
  await run('CREATE TABLE broken (v TEXT)', `INSERT INTO broken VALUES (CAST(x'41ff' AS TEXT))`)
  await expect(dumpTo('broken.zip', { tables: ['broken'] })).rejects.toThrow(/aborted|hang up|ECONNRESET/)
})
