/** What some engines have and others have not: letter case that does not count, JSON, lists, numbers that are none. */
import { compileWhere } from '../../../../../srv/admin/core/filter/compile.ts'
import { jsonPathText } from '../../../../../srv/admin/core/filter/syntax.ts'
import { hanaDialect } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../../support/engines.ts'

const DOCS = [
  `{"a": {"b": [10, "x", true, 1.5]}, "n": 5, "$k": "cash", "q\\"t": "quote", "yes": true, "nil": null}`,
  `{"a": {"b": [20, "y", false]}, "n": "5", "yes": "true"}`,
  `[1, 2]`,
]
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const found = async (where: string): Promise<unknown> => {
    const answer = await api.post('/export', { table: 'odd', columns: 'id', format: 'json', where })
    return answer['success'] ? (answer['rows'] as { id: number }[]).map(({ id }) => id).join(' ') : answer['code']
  }

  beforeAll(() => {
    const [double, json, list] = isPostgres ? ['float8', 'jsonb', 'text[]'] : ['DOUBLE', 'JSON', 'TEXT']
    const whole = isPostgres ? 'int[]' : 'TEXT'
    const rows = [
      `(1, 'Ärger_%', ${quoted(DOCS[0]!)}, '{x,"y,z"}', '{1,2}', 1.5, 1)`,
      `(2, 'ÄRGER', ${quoted(DOCS[1]!)}, '{}', '{3}', ${isPostgres ? `'NaN'` : `'nan'`}, 2)`,
      `(3, 'other', ${quoted(DOCS[2]!)}, NULL, NULL, ${isPostgres ? `'Infinity'` : '9e999'}, 3)`,
      `(4, NULL, NULL, '{X}', '{1}', ${isPostgres ? `'-Infinity'` : '-9e999'}, NULL)`,
    ]
    return execute(
      engine().database,
      `CREATE TABLE odd (id INTEGER PRIMARY KEY, t ${isPostgres ? 'text' : 'TEXT'}, doc ${json}, tags ${list}, whole ${whole}, f ${double}, n NUMERIC)`,
      `INSERT INTO odd VALUES ${rows.join(', ')}`,
    )
  })

  test.each([
    [`t ilike 'ärger%'`, '1 2'],
    [`t not ilike 'ÄR%'`, '3'],
    [`t ilike 'ÄRGER\\_\\%' escape '\\'`, '1'],
    [`t ilike '_THER'`, '3'],
    [`t like 'ärger%'`, ''],
  ])('%s', async (where, ids) => {
    expect(await found(where)).toBe(ids)
  })

  test.each([
    [`doc->>'n' = '5'`, '1 2'],
    [`doc->>'n' = 5`, '1'],
    [`doc->>'n' > 4.9 and doc->'a'->'b'->>0 < 20`, '1'],
    [`doc->'a'->'b'->>1 in ('x', 'z')`, '1'],
    [`doc->'a'->'b'->>2 = true`, '1'],
    [`doc->'a'->'b'->>2 = 'false'`, '2'],
    [`doc->>'yes' = 'true'`, '1 2'],
    [`doc->>'$k' = 'cash'`, '1'],
    [`"doc"->>'q"t' ilike 'QUO%'`, '1'],
    [`doc->>0 = 1`, '3'],
    [`doc->>'nil' is null and doc->>'n' is not null`, '1 2'],
    [`length(doc->>'$k') = 4`, '1'],
    [`doc->>'absent' = 'x' or 7 < doc->>'n'`, ''],
  ])('%s', async (where, ids) => {
    expect(await found(where)).toBe(ids)
  })

  test('in SQLite any column may hold JSON, in PostgreSQL one of its types', async () => {
    expect(await found(`t->>'a' = 'x'`)).toBe(isPostgres ? 'INVALID_FILTER' : '')
  })

  test.each([
    [`'x' = any (tags)`, '1'],
    [`'y,z' = any(tags)`, '1'],
    [`not ('x' = any (tags)) and id > 0`, '2 4'],
    [`1 = any (whole)`, '1 4'],
  ])('%s', async (where, ids) => {
    expect(await found(where)).toBe(isPostgres ? ids : 'INVALID_FILTER')
  })

  test('numbers without end, and what is none', async () => {
    expect(await found('f is nan')).toBe(isPostgres ? '2' : 'INVALID_FILTER')
    expect(await found('f is not nan')).toBe(isPostgres ? '1 3 4' : 'INVALID_FILTER')
    expect(await found('f = infinity')).toBe('3')
    expect(await found('f = -Infinity or id = 1')).toBe('1 4')
    expect(await found('f > -infinity and f < +infinity')).toBe('1')
    expect(await found('n < infinity')).toBe('1 2 3')
    expect(await found('t is nan')).toBe('INVALID_FILTER')
  })

  test.each([
    `doc->'a' = 'x'`,
    `doc->>a = 'x'`,
    `doc->>-1 = 'x'`,
    `doc->>1.5 = 'x'`,
    `doc->> = 'x'`,
    `'x' <> any (tags)`,
    `t = any (tags)`,
    `'x' = any ('y')`,
    `'x' = any (select tags)`,
    `id = any (id)`,
    `1 = any (id)`,
    `id ilike '1'`,
    `id is infinity`,
  ])('%s is refused', async (where) => {
    expect(await found(where)).toBe('INVALID_FILTER')
  })

  test('a value that the list cannot hold is the client’s fault', async () => {
    expect(await found(`'many' = any (whole)`)).toBe(isPostgres ? 'INVALID_PARAMETER' : 'INVALID_FILTER')
  })
})

test('SAP HANA takes plain paths to texts', () => {
  const columns = [
    { name: 'DOC', kind: 'text' },
    { name: 'F', kind: 'float' },
  ] as ColumnMetadata[]
  const compile = (where: string) => compileWhere(where, hanaDialect.filterTarget(columns))
  expect(compile(`doc->'a'->>0 = 'x'`)).toEqual({
    sql: `( ( JSON_VALUE("DOC", '$.a[0]') ) = TO_NVARCHAR(?) )`,
    parameters: ['x'],
  })
  expect(compile(`doc ilike 'X%'`)?.sql).toBe(`( LOWER("DOC") LIKE LOWER(TO_NVARCHAR(?)) ESCAPE '\\' )`)
  for (const where of [`doc->>'a''b' = 'x'`, `doc->>'a' = 1`, 'f = infinity', 'f is nan', `'x' = any (doc)`])
    expect(() => compile(where)).toThrow(expect.objectContaining({ code: 'INVALID_FILTER' }) as Error)
})

test('names in a path are escaped as JSON does', () => {
  expect(jsonPathText(['a.b', 0, 'q"t\\'])).toBe(String.raw`$."a.b"[0]."q\"t\\"`)
})
