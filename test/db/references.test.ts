/** Whatever refers to a row has a foreign key in the database, which refuses what the services would, and deletes nothing. */
import cds from '@sap/cds'
import type { Entity } from '../../srv/platform/cap/csn.ts'
import { foreignKeyOf } from '../../srv/platform/cap/model.ts'
import { type Store, STORES } from '../support/concurrency/store.ts'
import { ROOT } from '../support/server-process.ts'

const PLANET = '00000000-0000-4000-8000-00000000aaaa'

let model: object
beforeAll(async () => {
  model = await cds.load('*', { root: ROOT } as never)
})

/** As `table.column`; tables of drafts have none, since drafts may be wrong. */
const references = (): string[] => {
  const { definitions } = cds.compile.for.nodejs(structuredClone(model)) as unknown as {
    definitions: Record<string, Entity>
  }
  return Object.values(definitions)
    .filter(({ kind, query, name }) => kind === 'entity' && !query && name.startsWith('saga.'))
    .flatMap(({ name, elements }) =>
      Object.values(elements).flatMap((element) => {
        const column = foreignKeyOf(element)
        return column ? [`${name.replaceAll('.', '_')}.${column}`.toLowerCase()] : []
      }),
    )
    .toSorted()
}

const KEYS = {
  'a SQLite file': `SELECT t.name || '.' || f."from" AS reference, f.on_delete AS deletes
    FROM sqlite_master AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'`,
  'two servers on PostgreSQL': `SELECT k.conrelid::regclass || '.' || a.attname AS reference,
      CASE confdeltype WHEN 'a' THEN 'NO ACTION' ELSE 'more' END AS deletes
    FROM pg_constraint AS k JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
    WHERE k.contype = 'f' AND k.convalidated AND k.connamespace = current_schema()::regnamespace`,
}

/** The database makes a resident of what is deleted, which no check of the server can see. */
const HAUNT = {
  'a SQLite file': `CREATE TRIGGER haunt AFTER DELETE ON saga_Planet BEGIN
    INSERT INTO saga_People (ID, name, homeworld_ID) VALUES (OLD.ID, 'Ghost', OLD.ID); END`,
  'two servers on PostgreSQL': `CREATE FUNCTION haunt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO saga_people (ID, name, homeworld_ID) VALUES (OLD.ID, 'Ghost', OLD.ID); RETURN NULL; END $$;
    CREATE TRIGGER haunt AFTER DELETE ON saga_planet FOR EACH ROW EXECUTE FUNCTION haunt()`,
}

describe.each(Object.keys(KEYS) as (keyof typeof KEYS)[])('on %s', (name) => {
  let store: Store
  beforeAll(async () => {
    store = await STORES[name]!()
  }, 60_000)
  afterAll(() => store.stop())

  const planet = `/odata/v4/SagaFilm/Planet(${PLANET})`
  const send = async (method: string, path: string, body?: object): Promise<[number, string]> => {
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }
    const response = await fetch(store.servers[0]!.url + path, init)
    return [response.status, await response.text()]
  }

  test('every association of the model has one', async () => {
    await store.execute(`CREATE TABLE keys AS ${KEYS[name]}`)
    const [found] = await store.read((table) => table === 'keys')
    const keys = found?.[1] ?? []
    await store.execute('DROP TABLE keys')
    expect(keys.map(({ reference }) => String(reference).toLowerCase()).toSorted()).toEqual(references())
    expect(new Set(keys.map(({ deletes }) => deletes))).toEqual(new Set(['NO ACTION']))
    expect(keys.length).toBeGreaterThan(25)
  })

  test.each([
    `INSERT INTO saga_People (ID, homeworld_ID) VALUES ('x', 'nowhere')`,
    `UPDATE saga_Starship2Pilot SET starship_ID = ID`,
    `DELETE FROM saga_Film`,
    `DELETE FROM saga_Show`,
    `INSERT INTO saga_Entities_columns (up__name, name) VALUES ('nowhere', 'x')`,
  ])('the database refuses: %s', async (sql) => {
    await expect(store.execute(sql)).rejects.toThrow(/foreign key/i)
  })

  test('what it finds at the end of a request is an answer, and nothing is changed', async () => {
    expect((await send('POST', '/odata/v4/SagaFilm/Planet', { ID: PLANET, name: 'Haunted' }))[0]).toBe(201)
    await store.execute(HAUNT[name])
    expect(await send('DELETE', planet)).toEqual([409, expect.stringContaining('"CONSTRAINT_VIOLATION"')])
    const requests = [{ id: '1', method: 'DELETE', url: `Planet(${PLANET})`, atomicityGroup: 'a' }]
    const [status, text] = await send('POST', '/odata/v4/SagaFilm/$batch', { requests })
    expect([status, text]).toEqual([200, expect.stringMatching(/"status":409.*"CONSTRAINT_VIOLATION"/s)])
    expect((await send('GET', planet))[0]).toBe(200)
    await store.execute(`DROP TRIGGER haunt${name === 'a SQLite file' ? '' : ' ON saga_planet'}`)
    expect(await send('DELETE', planet)).toEqual([204, ''])
  })
})
