/** What the filter of a column offers to choose is found: on data as strangers have it, of each engine. */
import { tmpdir } from 'node:os'
import { filterKind, filterText, isFindable, plainText } from '../../../app/cockpit/src/parts/grid/column-filter.ts'
import { clonedSchemas } from '../../../srv/admin/catalog/registers.ts'
import { CatalogNames } from '../../../srv/admin/catalog/names.ts'
import { ROUTES } from '../../../srv/admin/http/routes.ts'
import { as, startApi } from '../../support/admin-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../support/engines.ts'

const TABLES = {
  sqlite: [
    `CREATE TABLE hard (id INTEGER PRIMARY KEY, d DATE, t TIME, ts TIMESTAMP, b BOOLEAN, n DECIMAL(9, 2), r REAL, c CHAR(4), x, u TEXT)`,
    `INSERT INTO hard VALUES (1, '2024-02-29', '12:34:56', '2024-02-29T12:34:56Z', 1, 1.5, 1e400, 'ab  ', 1, '')`,
    `INSERT INTO hard VALUES (2, '-0044-03-15', '24:00:00', 'infinity', 7, 'abc', -1e400, 'ab', 'text', ' x ')`,
    `INSERT INTO hard VALUES (3, '2024-02-30', '23:59:59.999999999', '2024-13-45T99:99:99', 0, '', 0.1, '', 2.5, 'it''s')`,
    `INSERT INTO hard VALUES (4, 20240229, 1234, 1709210096, NULL, NULL, NULL, NULL, NULL, cast(x'ff41' AS TEXT))`,
    `INSERT INTO hard (id, x) VALUES (5, x''), (6, x'00ff'), (7, x'6162'), (8, 'ab'), (9, 'data:application/x-sqlite-blob;base64,AP8='), (10, '')`,
    `INSERT INTO hard (id, ts) VALUES (11, '2024-01-02 03:04:05+02:00'), (12, '2024-01-02T03:04:05.5+02:00'), (13, '2024-01-02T03:04:05.123456+02:00')`,
    `INSERT INTO hard (id, ts) VALUES (14, '2024-01-02T03:04:05.123456Z'), (15, '2024-01-02 03:04'), (16, '2024-01-02'), (17, '2024-01-02T03:04:05.1234567'), (18, '2024-01-02T03:04:05.12Z'), (19, '2024-01-02T03:04:05.123456789Z')`,
    `CREATE VIEW computed AS SELECT id + 1 AS next, 'a' || id AS word, x FROM hard`,
  ],
  postgres: [
    `CREATE TABLE hard (id INTEGER PRIMARY KEY, d DATE, t TIME, ts TIMESTAMPTZ, b BOOLEAN, n NUMERIC, r REAL, c CHAR(4), m MONEY, i INTERVAL, u UUID, w BIT(3), e TEXT[], v INET)`,
    `INSERT INTO hard VALUES (1, '2024-02-29', '12:34:56', '2024-02-29T12:34:56Z', true, 1.50, 'infinity', 'ab', 1234.5, '1 day', '00000000-0000-0000-0000-000000000001', B'101', '{a,"b c"}', '10.0.0.1')`,
    `INSERT INTO hard VALUES (2, '0044-03-15 BC', '24:00:00', 'infinity', false, 'NaN', 0.1, '', -5, '-1 mons', NULL, B'000', '{}', '::1/64')`,
    `INSERT INTO hard VALUES (3, 'infinity', '00:00:00.000001', '0044-03-15 BC', NULL, 1e30, NULL, 'abcd', 0, NULL, NULL, NULL, NULL, NULL)`,
    `INSERT INTO hard VALUES (4, '12024-01-01', NULL, '2024-02-29T12:34:56.123456Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
    `CREATE VIEW computed AS SELECT id + 1 AS next, 'a' || id AS word, c FROM hard`,
  ],
}

interface Answer {
  readonly columns?: { name: string; kind: string; type: string; topValues?: { value: unknown; count: number }[] }[]
  readonly rowCount?: number
  readonly details?: string
}

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const api = startApi({
    routes: ROUTES.filter(({ path }) => ['/export', '/table', '/dataProfile'].includes(path)),
    services: {
      get dialect() {
        return engine().dialect
      },
      get database() {
        return engine().database
      },
      get names() {
        return new CatalogNames(engine().dialect, null, clonedSchemas(tmpdir()))
      },
      model: { entities: [], services: [] },
    },
  })
  const send = async (path: string, body?: object): Promise<Answer> => {
    const content = body && JSON.stringify(body)
    const headers = { ...as('operator'), 'content-type': 'application/json' }
    const request = { path: `/api/v1${path}`, headers }
    const answer = await api.send(content === undefined ? request : { ...request, method: 'POST', body: content })
    return answer.json
  }

  beforeAll(async () => {
    await execute(engine().database, ...TABLES[name === 'PostgreSQL' ? 'postgres' : 'sqlite'])
  })

  it.each(['hard', 'computed'])('of %s', async (table) => {
    const { columns = [] } = await send(`/table?table=${table}`)
    const wrong: string[] = []
    let found = 0
    for (const column of columns) {
      const profile = await send('/dataProfile', { table, columns: [column.name], topValues: 20, sampleSize: 0 })
      for (const { value, count } of profile.columns?.[0]?.topValues ?? []) {
        const text = plainText(value)
        if (value === null || !isFindable(text, filterKind(column))) continue
        const where = filterText({ column: column.name, operator: 'is', values: [text] }, filterKind(column))
        const { rowCount, details = '' } = await send('/export', { table, where, format: 'json' })
        // Texts that differ in blanks at their end only may be the same.
        if (rowCount === count || (column.name === 'c' && (rowCount ?? 0) > count)) found++
        else wrong.push(`${where} ${column.type}: ${String(rowCount)} instead of ${String(count)} ${details}`)
      }
    }
    expect(wrong).toEqual([])
    expect(found).toBeGreaterThan(columns.length)
  })
})
