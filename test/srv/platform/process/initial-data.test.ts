/**
 * A database that is deployed to again, with a model that has grown and other rows to begin with, keeps what its users
 * have written; on PostgreSQL, and in a SQLite file.
 * @long: deploys over and over.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connectPostgres } from '../../../support/postgres-client.ts'
import { startPostgres } from '../../../support/postgres.ts'
import { ROOT, runCommand } from '../../../support/server-process.ts'

jest.setTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-model-'))
const GROWN = `using { saga } from '${join(ROOT, 'db/film')}';
extend saga.Film with { box_office : Decimal; }
extend saga.Planet with { motto : String(50); }
entity saga.Moon { key ID : UUID; name : String(20); }`
/** The next version: its model, and rows that differ from those that came before. */
const NEXT = { folders: { grown: `${folder}/` } }
beforeAll(() => {
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'index.cds'), GROWN)
  writeFileSync(join(folder, 'data/saga-Film.csv'), 'ID,title\nfrom-the-next-version,Not wanted\n')
  writeFileSync(join(folder, 'data/saga-Moon.csv'), 'ID,name\nendor,Endor\n')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

interface Engine {
  readonly profile: string
  readonly env: Record<string, string>
  run(sql: string): Promise<Record<string, unknown>[]>
  end(): Promise<void>
}

const ENGINES: Record<string, () => Promise<Engine>> = {
  PostgreSQL: async () => {
    const postgres = await startPostgres()
    const client = await connectPostgres(postgres.credentials)
    const { port, password } = postgres.credentials
    return {
      profile: 'pg',
      env: { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password },
      run: async (sql) => (await client.query(sql)).rows,
      end: async () => {
        await client.end()
        await postgres.stop()
      },
    }
  },
  SQLite: () => {
    const file = join(folder, 'saga.sqlite')
    return Promise.resolve({
      profile: 'sqlite',
      env: { CDS_REQUIRES_DB_CREDENTIALS_URL: file },
      run: (sql) =>
        Promise.try(() => {
          const database = new DatabaseSync(file)
          try {
            return database
              .prepare(sql)
              .all()
              .map((row) => ({ ...row }))
          } finally {
            database.close()
          }
        }),
      end: () => Promise.resolve(),
    })
  },
}

describe.each(Object.entries(ENGINES))('on %s', (name, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.end())

  const deploy = (command: string, config: object = {}): string =>
    runCommand(`${command} --profile ${engine.profile}`, { env: { ...engine.env, CDS_CONFIG: JSON.stringify(config) } })
  const count = async (table: string): Promise<number> => {
    const [row] = await engine.run(`SELECT count(*) AS n FROM ${table}`)
    return Number(row!['n'])
  }

  test.each(['npx cds deploy', 'npm run deploy --'])('what users have written stays: %s', async (command) => {
    deploy(command)
    const species = await count('saga_species2people')
    await engine.run(`DELETE FROM saga_planet WHERE ID = 'mine'`)
    await engine.run(`INSERT INTO saga_planet (ID, name) VALUES ('mine', 'Mine')`)
    await engine.run(`UPDATE saga_film SET title = 'Changed' WHERE episode_id = 4`)
    for (const part of ['people', 'planets', 'starships', 'vehicles', 'species'])
      await engine.run(`DELETE FROM saga_film2${part} WHERE film_ID IN (SELECT ID FROM saga_film WHERE episode_id = 5)`)
    await engine.run('DELETE FROM saga_film WHERE episode_id = 5')
    await engine.run('DELETE FROM saga_species2people')
    const [films, links] = [await count('saga_film'), await count('saga_film2people')]

    const output = deploy(command, NEXT)

    expect(output).toContain('saga-Species2People.csv')
    expect(output).not.toContain('saga-Film.csv')
    expect(await engine.run('SELECT title FROM saga_film WHERE episode_id IN (4, 5)')).toEqual([{ title: 'Changed' }])
    expect([await count('saga_film'), await count('saga_film2people')]).toEqual([films, links])
    expect(await engine.run('SELECT box_office AS gross FROM SagaFilm_Film WHERE episode_id = 4')).toEqual([
      { gross: null },
    ])
    expect(await engine.run(`SELECT name, motto FROM saga_planet WHERE ID = 'mine'`)).toEqual([
      { name: 'Mine', motto: null },
    ])
    expect(await engine.run('SELECT name FROM saga_moon')).toEqual([{ name: 'Endor' }])
    expect(await count('saga_species2people')).toBe(species)

    deploy(command, NEXT)
    expect(await count('saga_film')).toBe(films)
    // The model without what has been added: SQLite keeps it, PostgreSQL wants the next version.
    if (name === 'PostgreSQL') await engine.run('DROP SCHEMA public CASCADE')
    if (name === 'PostgreSQL') await engine.run('CREATE SCHEMA public')
  })

  test('rows that break a rule stay and are told of; what ships and would break one is left out', async () => {
    const unruled = { ...NEXT, features: { assert_integrity: false } }
    deploy('npm run deploy --', unruled)
    await engine.run(`INSERT INTO saga_people (ID, name, homeworld_ID) VALUES ('lost', 'Lost', 'nowhere')`)
    await engine.run('DELETE FROM saga_planet WHERE ID IN (SELECT planet_ID FROM saga_film2planets)')
    await engine.run('DELETE FROM saga_film2planets')
    const residents = await count('saga_people')

    const output = deploy('npm run deploy --', NEXT)

    expect(output).toMatch(/rows of saga_people refer (by homeworld_id )?to rows of saga_planet that are not there/i)
    expect(await engine.run(`SELECT name FROM saga_people WHERE ID = 'lost'`)).toEqual([{ name: 'Lost' }])
    expect([await count('saga_people'), await count('saga_film2planets')]).toEqual([residents, 0])
    const add = engine.run(`INSERT INTO saga_people (ID, homeworld_ID) VALUES ('next', 'nowhere')`)
    await expect(add).rejects.toThrow(/foreign key/i)
    await engine.run(`UPDATE saga_people SET name = 'Found' WHERE ID = 'lost'`)
    await engine.run('UPDATE saga_people SET homeworld_ID = NULL')
    await engine.run('UPDATE saga_species SET homeworld_ID = NULL')
    await engine.run('DELETE FROM saga_episode2planets')

    expect(deploy('npm run deploy --', NEXT)).not.toContain('not there')
    if (name === 'PostgreSQL')
      expect(await engine.run('SELECT conname FROM pg_constraint WHERE NOT convalidated')).toEqual([])
  })

  test('what the model lacks is not dropped', async () => {
    deploy('npm run deploy --', NEXT)
    await engine.run(`UPDATE saga_film SET title = 'Changed', box_office = 1 WHERE episode_id = 4`)
    const old = (): string => deploy('npm run deploy --')
    if (name === 'PostgreSQL') expect(old).toThrow(/Dropping elements is not supported/)
    else expect(old()).toMatch(/kept.*: saga_Moon, .*saga_Film\.box_office/)
    expect(await engine.run('SELECT title, box_office AS gross FROM saga_film WHERE episode_id = 4')).toEqual([
      { title: 'Changed', gross: name === 'PostgreSQL' ? '1' : 1 },
    ])
    expect(await count('saga_moon')).toBe(1)
  })
})
