/** Schemas of strangers on PostgreSQL: every type, odd names, another schema, row-level security; and what is told of the rest. */
import { CatalogNames } from '../../../../../../srv/admin/catalog/names.ts'
import { OWN_ROUTES } from '../../../../../../srv/admin/http/routes.ts'
import { as, until } from '../../../../../support/admin-api.ts'
import { startEngineApi } from '../../../../../support/engine-api.ts'
import { query, unhurried, useEngine } from '../../../../../support/engines.ts'
import { STRANGE, STRANGE_ROWS, STRANGE_SCHEMA } from '../../../../../support/strange-schema.ts'
import { plain } from '../../../../../../srv/admin/core/values.ts'

const engine = useEngine('PostgreSQL')
const routes = OWN_ROUTES.filter(({ path }) => path === '/dump' || path === '/load')
const api = startEngineApi(engine, routes, {
  names: ({ dialect }, cloned) =>
    new CatalogNames(
      dialect,
      ['public', STRANGE_SCHEMA, 'other', 'types', 'types2', 'family', 'kinds', 'used', 'spans', 'spans2'],
      cloned,
    ),
})
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const run = (...statements: readonly string[]): Promise<void> =>
  engine().database.write(unhurried(), async (session) => {
    for (const sql of statements) await session.execute(plain(sql))
  })

/** Dumps in the background and loads what has been kept. */
const carry = async (from: object, into: object): Promise<Record<string, unknown>> => {
  const { json: started } = await api.send({
    method: 'POST',
    path: '/api/v1/dump',
    headers: { ...as('admin'), 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify(from),
  })
  const at = `/operations/${String(started['operationId'])}`
  await until(async () => (await api.get(at, 'admin'))['status'] !== 'running')
  const ended = await api.get(at, 'admin')
  expect(ended).toMatchObject({ status: 'succeeded' })
  const { file } = ended['result'] as { file: { name: string } }
  return api.post('/load', { file: file.name, ...into }, 'admin')
}

/** Partitions of partitions and heirs of heirs, with keys to them and between them. */
const FAMILIES = [
  ...[
    'parent',
    'second_parent',
    'child',
    'grandchild',
    'made_by',
    'to_measured',
    'measured',
    'measured_old',
    'measured_new',
  ],
  ...[
    'measured_new_1',
    'measured_new_rest',
    'measured_hash_0',
    'measured_hash_1',
    'measured_rest',
    'parted_to',
    'parted_to_1',
  ],
  ...['parted_to_rest', 'tree', 'tree_1', 'tree_2'],
]

/** Columns, keys and indexes of what was carried, and of what it is a part, without the name of the schema. */
const objects = async (
  schema = STRANGE_SCHEMA,
  tables = ['also_shared', 'left_key', 'right_key', 'booked', 'to_index', 'by_index'],
): Promise<unknown> => {
  const names = tables.map((each) => `'${each}'`).join(', ')
  const spelled = /^[a-z]+$/.test(schema) ? schema : quoted(schema)
  const rows = await query(
    engine().database,
    `SELECT c.relname AS t, a.attname AS n, format_type(a.atttypid, a.atttypmod) || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || a.attnotnull || a.attidentity::text AS d
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace = $1::text::regnamespace AND c.relname IN (${names})
      UNION ALL SELECT c.relname, p.relname, concat(h.inhseqno, pg_get_expr(c.relpartbound, c.oid), pg_get_partkeydef(p.oid)) FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid JOIN pg_class p ON p.oid = h.inhparent WHERE c.relnamespace = $1::text::regnamespace AND c.relkind IN ('r', 'p') AND c.relname IN (${names})
      UNION ALL SELECT x.relname, px.relname, 'index' FROM pg_inherits h JOIN pg_class x ON x.oid = h.inhrelid JOIN pg_class px ON px.oid = h.inhparent WHERE x.relnamespace = $1::text::regnamespace AND x.relkind IN ('i', 'I') AND EXISTS (SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE i.indexrelid = x.oid AND c.relname IN (${names}))
      UNION ALL SELECT c.relname, k.conname, pg_get_constraintdef(k.oid) FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.connamespace = $1::text::regnamespace AND k.contype <> 't' AND c.relname IN (${names})
      UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE quote_ident(schemaname) = $1::text AND tablename IN (${names}) ORDER BY 1, 2, 3`,
    [spelled],
  )
  const shorter = (text: unknown): string => String(text).replaceAll(`${spelled}.`, '')
  return rows.map((row) => [row['t'], row['n'], shorter(row['d'])])
}

test('a strange schema is carried into another one', async () => {
  await run('CREATE ROLE "Odd role"', `CREATE SCHEMA ${quoted(STRANGE_SCHEMA)}`, 'CREATE SCHEMA other', `SET LOCAL search_path = ${quoted(STRANGE_SCHEMA)}, public`, ...STRANGE) // prettier-ignore
  const all = await api.post('/dump', { schema: STRANGE_SCHEMA, dryRun: true, allowHiddenRows: true }, 'admin')
  const told = all['notIncluded'] as { type: string; name: string; reason: string }[]
  // By name: what calls functions of the application, and what is no table.
  for (const [type, name] of [
    ['type', 'checked'],
    ['type', 'nested'],
    ['default', 'made_by.fine'],
    ['check', 'made_by_id_check'],
    ['trigger', 'Off'],
    ['rule', 'quiet'],
    ['policy', 'Own rows'],
  ])
    // prettier-ignore
    expect(told).toContainEqual({ type, name, reason: expect.any(String) as string })
  const tables = ['also_shared', 'left_key', 'booked', 'to_index']
  const more = { schema: STRANGE_SCHEMA, tables }
  const before = await objects()
  const loaded = await carry({ ...more, allowHiddenRows: true }, { schema: 'other' })
  expect(loaded).toMatchObject({ success: true, schema: 'other' })
  expect(await objects('other')).toEqual(before)
  expect(await query(engine().database, `SELECT count(*) FROM pg_constraint WHERE connamespace = 'other'::regnamespace AND confrelid <> 0 AND confrelid::regclass::text !~ '^other'`)).toEqual([{ count: 0 }]) // prettier-ignore
}, 60_000)

test('tables with partitions and heirs come back, each row in the one that holds it', async () => {
  await run('CREATE SCHEMA family', `SET LOCAL search_path = ${quoted(STRANGE_SCHEMA)}, public`, ...STRANGE_ROWS.filter((sql) => /measured|parted_to|tree|grandchild/.test(sql)), `INSERT INTO parent VALUES (5, 'own')`) // prettier-ignore
  const rows = async (schema: string): Promise<unknown> => {
    const each = FAMILIES.map((table) => `SELECT '${table}' AS t, r::text AS r FROM ONLY ${quoted(schema)}.${table} r`)
    return query(engine().database, `${each.join(' UNION ALL ')} ORDER BY 1, 2`)
  }
  // Those that are named bring their parts along; what these refer to as well.
  const named = ['parent', 'made_by', 'to_measured', 'parted_to', 'tree']
  const from = { schema: STRANGE_SCHEMA, tables: named, allowHiddenRows: true }
  const told = await api.post('/dump', { ...from, dryRun: true }, 'admin')
  expect(new Set(told['tables'] as string[])).toEqual(new Set(FAMILIES.filter((name) => name !== 'second_parent')))
  const loaded = await carry({ ...from, tables: [...named, 'second_parent'] }, { schema: 'family' })
  expect(loaded).toMatchObject({ success: true, verified: true, rows: 10 })
  expect(await rows('family')).toEqual(await rows(STRANGE_SCHEMA))
  const structure = (await objects('family', FAMILIES)) as string[][]
  const without = ([table, , text = '']: string[]): boolean => table === 'made_by' && text.includes('is_fine')
  const before = ((await objects(STRANGE_SCHEMA, FAMILIES)) as string[][]).filter((each) => !without(each))
  expect(structure.filter(([table]) => table !== 'made_by')).toEqual(before.filter(([table]) => table !== 'made_by'))
  const given = { ...from, rows: [{ table: 'tree', where: 'id = 1' }] }
  expect(await api.post('/dump', given, 'admin')).toMatchObject({ code: 'NOT_SUPPORTED' })
  // A part alone is a table; nothing makes it a part of what is not in the dump.
  await run('DROP SCHEMA family CASCADE', 'CREATE SCHEMA family')
  const part = { schema: STRANGE_SCHEMA, tables: ['measured_old'], references: false, allowHiddenRows: true }
  expect(await carry(part, { schema: 'family' })).toMatchObject({ success: true, rows: 1 })
}, 60_000)

test('ranges come along, and collations are told', async () => {
  await run(
    'CREATE SCHEMA spans2',
    'CREATE SCHEMA spans',
    'CREATE TYPE other.degrees AS RANGE (subtype = float8, subtype_diff = float8mi)',
    'CREATE TYPE spans.words AS RANGE (subtype = text, collation = "C", multirange_type_name = spans.multirange_of_words)',
    `CREATE COLLATION other.numeric (provider = icu, locale = 'en-u-kn-true')`,
    'CREATE TABLE spans.every (id int PRIMARY KEY, d other.degrees, w spans.words, ws spans.words[], m spans.multirange_of_words, n text COLLATE other.numeric)',
    `INSERT INTO spans.every VALUES (1, '[1.5,2)', '[a,b)', '{"[a,b)"}', '{[a,b),[c,d]}', 'x'), (2, 'empty', NULL, '{}', '{}', NULL)`,
  )
  const told = await api.post('/dump', { schema: 'spans', dryRun: true }, 'admin')
  expect(told['notIncluded']).toEqual([
    ...['degrees', 'degrees_multirange'].map((name) => ({ type: 'type', name: `other.${name}`, reason: `It is made in 'spans': a dump is of one schema` })), // prettier-ignore
    { type: 'collation', name: 'other.numeric', reason: 'It has to be there before' },
  ])
  expect(await carry({ schema: 'spans' }, { schema: 'spans2' })).toMatchObject({ success: true, rows: 2 })
  const text = (schema: string): string => `SELECT e::text AS row FROM ${schema}.every e ORDER BY id`
  expect(await query(engine().database, text('spans2'))).toEqual(await query(engine().database, text('spans')))
}, 60_000)

test('types of other schemas, functions of extensions and conditions with lists come along', async () => {
  await run(
    'CREATE SCHEMA kinds',
    'CREATE EXTENSION IF NOT EXISTS "uuid-ossp" SCHEMA public',
    `CREATE DOMAIN other.name AS varchar(9) CHECK (VALUE <> 'x')`,
    `CREATE TYPE other.mood AS ENUM ('well', 'bad')`,
    `CREATE SCHEMA used`,
    `CREATE TABLE used.people (id uuid DEFAULT public.uuid_generate_v4() PRIMARY KEY, name other.name DEFAULT 'y'::other.name, moods other.mood[], sex char(1) CHECK (sex IN ('m', 'f')))`,
    `INSERT INTO used.people (name, moods, sex) VALUES ('one', '{well,bad}', 'f')`,
  )
  const told = await api.post('/dump', { schema: 'used', dryRun: true }, 'admin')
  expect(told['notIncluded']).toEqual([
    { type: 'type', name: 'other.mood', reason: expect.any(String) as string },
    { type: 'type', name: 'other.name', reason: expect.any(String) as string },
  ])
  expect(await carry({ schema: 'used' }, { schema: 'kinds' })).toMatchObject({ success: true, rows: 1 })
  const text = (schema: string): string => `SELECT p::text AS row FROM ${schema}.people p`
  expect(await query(engine().database, text('kinds'))).toEqual(await query(engine().database, text('used')))
  expect(await query(engine().database, `SELECT format_type(atttypid, -1) AS type FROM pg_attribute WHERE attrelid = 'kinds.people'::regclass AND attnum IN (2, 3) ORDER BY attnum`)).toEqual([{ type: 'kinds.name' }, { type: 'kinds.mood[]' }]) // prettier-ignore
  await expect(run(`INSERT INTO kinds.people (name) VALUES ('x')`)).rejects.toMatchObject({
    code: 'CONSTRAINT_VIOLATION',
  })
}, 60_000)

test('every type comes back', async () => {
  const TYPES = [`boolean true`, `smallint -3`, `bigint 9223372036854775807`, `numeric 12345678901234567890.12345`, `numeric(5,2) 1.5`, `numeric 'NaN'`, `real 1.1`, `float8 '-Infinity'`, `float8 5e-324`, `money 12.5`, `text 'a'`, `text ''`, `char(5) 'ab'`, `varchar(9) 'x'`, `"char" 'c'`, `name 'n'`, `bytea '\\x00ff'`, `date 'infinity'`, `date '0044-03-15 BC'`, `time '24:00'`, `timetz '10:00+02'`, `timestamp '2024-02-29 10:11:12.123456'`, `timestamptz '2024-02-29 10:11:12+05'`, `timestamp '-infinity'`, `interval '1 mon -2 days 03:04:05.6'`, `uuid '00000000-0000-4000-8000-000000000001'`, `json '{"a": 1.50, "a": 2}'`, `jsonb '{"b":[1,null]}'`, `xml '<a/>'`, `int[] '{1,NULL,{}}'`, `text[] '{"a,b",NULL,""}'`, `inet '10.0.0.1/8'`, `cidr '10.0.0.0/8'`, `macaddr '08:00:2b:01:02:03'`, `bit(3) B'101'`, `varbit B'1'`, `tsvector 'a b'`, `tsquery 'a & b'`, `point '(1,2)'`, `polygon '((0,0),(1,1),(1,0))'`, `int4range '[1,5)'`, `tsrange '[2024-01-01,)'`, `int4multirange '{[1,2)}'`, `oid 7`, `pg_lsn '0/16B3748'`] // prettier-ignore
  const columns = TYPES.map((each, index) => `c${String(index)} ${each.slice(0, each.indexOf(' '))}`)
  const values = TYPES.map((each) => each.slice(each.indexOf(' ') + 1).replace(`'{1,NULL,{}}'`, `'{1,NULL}'`))
  // Without bytes the database reads the file itself, unless a text looks as if it told what it stands for.
  const kept = TYPES.flatMap((each, index) => (each.startsWith('bytea') ? [] : [`c${String(index)}`])).join(', ')
  const odd = [
    `'data:application/x-sqlite-text,%41'`,
    `'a,"b"' || chr(13) || chr(10) || 'c'`,
    `'\\.'`,
    `''`,
    'NULL',
    `'ß😀'`,
  ]
  await run('CREATE SCHEMA types', 'CREATE SCHEMA types2', `CREATE TABLE types.every (${columns.join(', ')})`, `INSERT INTO types.every VALUES (${values.join(', ')}), (${values.map(() => 'NULL').join(', ')})`, `CREATE TABLE types.no_bytes AS SELECT ${kept} FROM types.every`, `CREATE COLLATION public.any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`, `CREATE TABLE types.odd (a text COLLATE public.any_case, b json)`, ...odd.slice(1).map((text) => `INSERT INTO types.odd VALUES (${text}, to_json(${text}::text))`), `CREATE TABLE types.marked (a text)`, ...odd.map((text) => `INSERT INTO types.marked VALUES (${text})`)) // prettier-ignore
  const answer = await carry({ schema: 'types' }, { schema: 'types2' })
  expect([answer['details'], answer]).toMatchObject([undefined, { success: true, rows: 15 }])
  for (const table of ['every', 'no_bytes', 'odd', 'marked']) {
    const text = (schema: string): string => `SELECT e::text AS row FROM ${schema}.${table} e`
    expect(await query(engine().database, text('types2'))).toEqual(await query(engine().database, text('types')))
  }
})
