/** The cache of one process on a SQLite file: what others do ends all answers, what it does itself only those concerned. */
import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import cds from '@sap/cds'
import { copyDeployedSqlite } from '../../../support/deploy.ts'
import { startApp } from '../../../support/app.ts'
import { send } from '../../../support/odata.ts'
import { basic } from '../../../support/users.ts'

const LAG_MS = 100
const folder = mkdtempSync(join(tmpdir(), 'saga-cache-'))
const file = join(folder, 'saga.sqlite')
let stranger: DatabaseSync
beforeAll(async () => {
  await copyDeployedSqlite(file)
  Object.assign(cds.env.requires.db as object, { credentials: { url: file } })
  cds.log('audit', 'warn')
  stranger = new DatabaseSync(file, { timeout: 5_000 })
})
const app = startApp()
afterAll(() => {
  stranger.close()
  rmSync(folder, { recursive: true })
})

let served = 0
beforeAll(() => {
  cds.services['SagaFilm']!.prepend((service) => {
    service.before('READ', '*', () => {
      served++
    })
  })
})

const FILM = '/odata/v4/SagaFilm'
const isServed = async (path: string): Promise<boolean> => {
  const before = served
  expect((await send(app, 'GET', `${FILM}/${path}`)).status).toBe(200)
  return served > before
}

const keep = async (...paths: string[]): Promise<void> => {
  for (const path of paths) {
    await isServed(path)
    expect([path, await isServed(path)]).toEqual([path, false])
  }
}

const create = async (name: string): Promise<string> => {
  const { status, body } = await send(app, 'POST', `${FILM}/Planet`, { body: { name } })
  expect(status).toBe(201)
  return String(body.ID)
}

test('its own changes end the answers that they concern, and no others', async () => {
  await keep('Planet?$top=1', 'directors')
  await create('Own')
  expect([await isServed('Planet?$top=1'), await isServed('directors')]).toEqual([true, false])
  await setTimeout(LAG_MS)
  expect([await isServed('Planet?$top=1'), await isServed('directors')]).toEqual([false, false])
})

test('changes of another process end all answers', async () => {
  await keep('Planet?$top=1', 'directors')
  stranger.exec("UPDATE saga_Species SET name = 'other' WHERE name = 'Human'")
  await setTimeout(LAG_MS)
  expect([await isServed('Planet?$top=1'), await isServed('directors')]).toEqual([true, true])
  await keep('directors')
})

test('a change of another process is noticed though this one has changed something right after it', async () => {
  const ID = await create('Both')
  for (let count = 0; count < 20; count++) {
    await keep(`Planet(${ID})`)
    stranger.exec(`UPDATE saga_Planet SET climate = '${count}' WHERE ID = '${ID}'`)
    await send(app, 'POST', `${FILM}/People`, { body: { name: 'Own' } })
    const { body } = await send(app, 'GET', `${FILM}/Planet(${ID})`)
    expect(body.climate).toBe(String(count))
  }
})

test('what another process rolls back, or only reads, ends nothing', async () => {
  await keep('Planet?$top=1')
  stranger.exec("BEGIN; UPDATE saga_Planet SET climate = 'never'; ROLLBACK; SELECT * FROM saga_Planet")
  await setTimeout(LAG_MS)
  expect(await isServed('Planet?$top=1')).toBe(false)
})

test('a change by a trigger counts, also when the trigger is new', async () => {
  await keep('directors')
  stranger.exec('CREATE TRIGGER direct AFTER INSERT ON saga_Planet BEGIN UPDATE saga_Film SET director = NEW.name; END')
  await setTimeout(LAG_MS)
  await keep('directors')
  await create('Trigger')
  const { body } = await send(app, 'GET', `${FILM}/directors`)
  expect(body.value).toEqual([{ director: 'Trigger' }])
  stranger.exec('DROP TRIGGER direct')
  await setTimeout(LAG_MS)
})

test('a view that another process replaces counts, and so does what it takes its rows from then', async () => {
  const ID = await create('Seen')
  const path = `Planet(${ID})`
  const climate = async (): Promise<unknown> => (await send(app, 'GET', `${FILM}/${path}`)).body.climate
  const { body: person } = await send(app, 'POST', `${FILM}/People`, { body: { name: 'first' } })
  const { sql } = stranger.prepare(`SELECT sql FROM sqlite_master WHERE lower(name) = 'sagafilm_planet'`).get() as {
    sql: string
  }
  const elsewhere = `(SELECT name FROM saga_People WHERE ID = '${String(person.ID)}') AS climate`
  await keep(path)
  stranger.exec(`DROP VIEW SagaFilm_Planet; ${sql.replace(/\b(?:\w+\.)?climate\b/i, elsewhere)}`)
  await setTimeout(LAG_MS)
  expect(await climate()).toBe('first')
  await keep(path)
  await send(app, 'PATCH', `${FILM}/People(${String(person.ID)})`, { body: { name: 'second' } })
  expect(await climate()).toBe('second')
  stranger.exec(`DROP VIEW SagaFilm_Planet; ${sql}`)
  await setTimeout(LAG_MS)
  expect(await climate()).toBeNull()
})

test('a table that another process puts in the place of one', async () => {
  const ID = await create('Swapped')
  await keep(`Planet(${ID})`)
  stranger.exec(`PRAGMA legacy_alter_table = 1; BEGIN; CREATE TABLE other AS SELECT * FROM saga_Planet;
    UPDATE other SET climate = 'other'; ALTER TABLE saga_Planet RENAME TO aside; ALTER TABLE other RENAME TO saga_Planet; COMMIT`)
  await setTimeout(LAG_MS)
  const { body } = await send(app, 'GET', `${FILM}/Planet(${ID})`)
  stranger.exec(`DROP TABLE saga_Planet; ALTER TABLE aside RENAME TO saga_Planet; PRAGMA legacy_alter_table = 0`)
  expect(body.climate).toBe('other')
})

test('rows that the administration API changes, past their service by name only, are seen by the next read', async () => {
  const headers = basic('admin')
  const id = randomUUID()
  const path = `Planet?$filter=ID eq ${id}`
  const body = { table: 'saga_Planet', changes: [{ action: 'insert', values: { ID: id, name: 'By hand' } }] }
  const change = (more: object) => send(app, 'POST', '/api/v1/rows', { headers, body: { ...body, ...more } })
  await keep(path)
  // Who administers the database need not be an editor of films.
  expect((await change({})).body).toMatchObject({ code: 'FORBIDDEN' })
  const { status } = await change({ via: 'database' })
  const { body: read } = await send(app, 'GET', `${FILM}/${path}`)
  await change({ changes: [{ action: 'delete', key: { ID: id }, was: { name: 'By hand' } }], via: 'database' })
  const { body: again } = await send(app, 'GET', `${FILM}/${path}`)
  expect([status, read.value.length, again.value.length]).toEqual([200, 1, 0])
})

test('an import by the administration API is seen by the next read', async () => {
  const headers = basic('admin')
  const name = `cached-${randomUUID()}.csv`
  const put = await send(app, 'PUT', `/api/v1/files/${name}`, {
    headers: { 'content-type': 'text/csv', ...headers },
    body: 'ID,name\n00000000-0000-4000-8000-0000000000c1,Imported',
  })
  expect(put.status).toBeLessThan(300)
  const path = "Planet?$filter=name eq 'Imported'"
  await keep(path)
  const { status } = await send(app, 'POST', '/api/v1/import', {
    headers,
    body: { table: 'saga_Planet', file: name },
  })
  const { body } = await send(app, 'GET', `${FILM}/${path}`)
  await send(app, 'DELETE', `/api/v1/files/${name}`, { headers })
  expect([status, body.value.length]).toEqual([200, 1])
})
