import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GUIDES } from '../../srv/admin/http/guides.ts'
import { plainSchema } from '../../srv/admin/http/plain-schema.ts'
import { OWN_ROUTES, ROUTES } from '../../srv/admin/http/routes.ts'
import { as } from '../support/admin-api.ts'
import { startEngineApi } from '../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../support/engines.ts'
import { operationPages } from '../support/operation-pages.ts'

const FOLDER = join(import.meta.dirname, '../../docs/operations')
const WRITTEN = ['dump-format.md', 'filters.md', 'rules.md']
const ALL = [...ROUTES, ...OWN_ROUTES]

test('the pages are those of the operations', () => {
  const pages = operationPages()
  expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys(), ...WRITTEN].sort())
  for (const [name, text] of pages) expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text)
})

test('every operation has its guide, and an example but where each engine would need another one', () => {
  const names = ALL.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(GUIDES).sort()).toEqual([...names].sort())
  expect(names.filter((name) => GUIDES[name]?.examples.length === 0)).toEqual(['DELETE /sessions'])
})

test('every member of inputs and answers is described, and words to choose from are an enum', () => {
  const bare: string[] = []
  const constants: string[] = []
  const walk = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, anyOf } = schema as { properties?: Record<string, object>; anyOf?: object[] }
    if (anyOf && anyOf.length > 1 && anyOf.every((option) => 'const' in option)) constants.push(at)
    for (const [name, member] of Object.entries(properties)) if (!('description' in member)) bare.push(`${at}.${name}`)
    for (const [name, part] of Object.entries(schema)) walk(part, `${at}.${name}`)
  }
  for (const { path, operation } of ALL) {
    walk(plainSchema(operation.input), path)
    walk(plainSchema(operation.output ?? {}), path)
  }
  expect({ bare, constants }).toEqual({ bare: [], constants: [] })
})

/** Cells of the rows of a page's tables whose first one is code. */
const rowsOf = (page: string): [string, string][] =>
  [...readFileSync(join(FOLDER, page), 'utf8').matchAll(/^\| `(.+?)` *\| (.*?) *\|$/gm)].map(
    ([, code = '', told = '']) => [code.replaceAll('\\|', '|'), told],
  )

describe.each(DIALECT_ENGINES)('what the pages tell, on %s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ALL, { settings: { rateLimit: { requests: 1_000 } } })

  beforeAll(async () => {
    const reviews = ['review', 'critic']
    await execute(
      engine().database,
      'CREATE TABLE critic (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(50) NOT NULL)',
      'CREATE TABLE review (id INTEGER NOT NULL PRIMARY KEY, critic_id INTEGER REFERENCES critic (id), stars INTEGER)',
      "INSERT INTO critic VALUES (1, 'Roger Ebert'), (2, 'Pauline Kael')",
      'INSERT INTO review VALUES (1, 1, 4)',
    )
    const dumped = { method: 'POST', path: '/api/v1/dump', body: JSON.stringify({ tables: reviews }) }
    const { bytes } = await api.send({ ...dumped, headers: { ...as('admin'), 'content-type': 'application/json' } })
    writeFileSync(join(api.files, 'review.dump.zip'), bytes)
    await execute(engine().database, ...reviews.map((table) => `DROP TABLE ${table}`))
    await execute(
      engine().database,
      'CREATE TABLE director (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(50) NOT NULL)',
      ...['film', 'film_old'].map(
        (table) =>
          `CREATE TABLE ${table} (id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(50) NOT NULL, released DATE, rating DECIMAL(4, 1), director_id INTEGER REFERENCES director (id))`,
      ),
      'CREATE TABLE visit (at TIMESTAMP, guests INTEGER)',
      'CREATE VIEW good_film AS SELECT id, title, rating FROM film WHERE rating > 8.7',
      "INSERT INTO director VALUES (1, 'George Lucas'), (2, 'Irvin Kershner')",
      `INSERT INTO film VALUES (1, 'A New Hope', '1977-05-25', 8.6, 1), (2, 'The Empire Strikes Back', '1980-05-21', 8.8, 2),
        (3, 'Return of the Jedi', '1983-05-25', NULL, 1)`,
      `INSERT INTO film_old VALUES (1, 'Star Wars', '1977-05-25', 8.6, 1), (2, 'The Empire Strikes Back', '1980-05-21', 8.8, 2)`,
      "INSERT INTO visit VALUES ('2024-05-04 10:00:00', 5), ('2024-05-04 12:00:00', 3), ('2024-05-05 10:00:00', 8)",
    )
    writeFileSync(
      join(api.files, 'film.csv'),
      'id;title;rating;director_id\n4;The Phantom Menace;6.5;1\n5;Solo;6.9;1\n',
    )
    writeFileSync(join(api.files, 'directors-german.csv'), 'Nr;Vorname;Nachname\n30;Ron;Howard\nvier;Rian;Johnson\n')
    writeFileSync(join(api.files, 'director.csv'), 'id,name\n1,George Lucas\n2,Irvin Kershner\n3,Ron Howard\n')
  })

  const filled = (input: object): Record<string, unknown> =>
    JSON.parse(JSON.stringify(input).replaceAll('{schema}', engine().schema)) as Record<string, unknown>
  /** Statements may be more on one engine than on another: those of an example come first. */
  const beginning = (wanted: Record<string, unknown>, found: Record<string, unknown>): Record<string, unknown> => {
    const { statements } = wanted
    if (!Array.isArray(statements)) return wanted
    const rest = (found['statements'] as object[]).slice(statements.length)
    return { ...wanted, statements: [...(statements as object[]), ...rest] }
  }

  const order = Object.keys(GUIDES)
  const examples = order.flatMap((operation) =>
    (GUIDES[operation]?.examples ?? []).map((example) => [operation, example.title, example] as const),
  )

  test.each(examples)('%s: %s', async (operation, _, { input, answer }) => {
    const [method = '', path = ''] = operation.split(' ')
    const sent = filled(input)
    const query = new URLSearchParams(
      Object.entries(sent).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString()
    const found =
      method === 'POST'
        ? await api.post(path, sent, 'admin')
        : (
            await api.send({
              method,
              path: `/api/v1${path}${query === '' ? '' : `?${query}`}`,
              headers: as('admin'),
            })
          ).json
    expect(found).not.toHaveProperty('code')
    expect(found).toMatchObject(beginning(filled(answer), found))
  })

  test('the OpenAPI document has them, too', async () => {
    const { paths } = (await api.get('/openapi.json')) as { paths: Record<string, Record<string, object>> }
    for (const [operation, { about, examples: told }] of Object.entries(GUIDES)) {
      const [method = '', path = ''] = operation.split(' ')
      const text = JSON.stringify(paths[path]?.[method.toLowerCase()])
      expect(text).toContain(JSON.stringify(about).slice(1, -1))
      if (method === 'POST') for (const { input } of told) expect(text).toContain(`"value":${JSON.stringify(input)}`)
    }
  })

  test.each(rowsOf('filters.md'))('where %s', async (where, told) => {
    const found = await api.post(
      '/export',
      { table: 'film', format: 'json', columns: 'id', where, orderBy: 'id' },
      'admin',
    )
    if (told.startsWith('`')) expect(found).toMatchObject({ code: told.replaceAll('`', '') })
    else expect(found['rows']).toEqual(told === '' ? [] : told.split(', ').map((id) => ({ id: Number(id) })))
  })

  test.each(rowsOf('rules.md'))('rule %s', async (rules, told) => {
    expect(await api.post('/dataValidator', { table: 'film', rules }, 'admin')).toMatchObject({
      invalidRows: Number(told),
    })
  })
})
