/** Backup of a SQLite file under a server that writes, and what comes back from it. @long: starts several servers. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { copyDeployedSqlite } from '../../../support/deploy.ts'
import { SERVE } from '../../../support/server-on.ts'
import { ROOT, type ServerProcess, startServer } from '../../../support/server-process.ts'

jest.setTimeout(90_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
const [FILE, BACKUP, OTHER] = ['saga', 'backup', 'other'].map((name) => join(folder, `${name}.sqlite`)) as [
  ...[string, string, string],
]
let server: ServerProcess

const env = (file: string): Record<string, string> => ({ CDS_REQUIRES_DB_CREDENTIALS_URL: file })

/** Runs the command beside this process, which goes on. */
const copy = async (action: 'save' | 'restore', backup: string, file: string): Promise<string> => {
  const args = [join(ROOT, 'srv/platform/process/backup-database.ts'), action, backup, '--profile', 'sqlite']
  return (await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env(file) } }))
    .stdout
}

beforeAll(async () => {
  await copyDeployedSqlite(FILE)
  server = await startServer(`${SERVE} --profile sqlite`, { env: env(FILE) })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

type Rows = Record<string, unknown>[]

/** All rows of all tables. */
const contentsOf = (file: string): Record<string, Rows> => {
  const database = new DatabaseSync(file)
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all()
  const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${String(name)}" ORDER BY 1, 2`).all()])
  database.close()
  return Object.fromEntries(rows) as Record<string, Rows>
}

const LUKE = async (): Promise<unknown> => {
  const reply = await fetch(`${server.url}/odata/v4/SagaFilm/People?$filter=name eq 'Luke Skywalker'&$select=ID`)
  return ((await reply.json()) as { value: Rows }).value[0]!['ID']
}

/** Writes films with a character each, one transaction per film, until it is told to stop. */
const startWriting = async () => {
  const characters = [{ people_ID: await LUKE() }]
  const state = { isOver: false, acknowledged: 0, statuses: new Set<number>() }
  const write = async (n: number): Promise<void> => {
    const film = { title: `Episode ${n}`, episode_id: n, IsActiveEntity: true, characters }
    const headers = { 'content-type': 'application/json' }
    const post = { method: 'POST', headers, body: JSON.stringify(film) }
    state.statuses.add((await fetch(`${server.url}/odata/v4/SagaFilm/Film`, post)).status)
    state.acknowledged++
  }
  const writing = (async () => {
    for (let n = 1_001; !state.isOver; n++) await write(n)
  })()
  const stop = (): Promise<void> => {
    state.isOver = true
    return writing
  }
  return { state, stop }
}

test('a backup has what was acknowledged before it, nothing by half, and a server serves it', async () => {
  const { state, stop } = await startWriting()
  while (state.acknowledged < 5) await setTimeout(10)
  const before = state.acknowledged
  expect(await copy('save', BACKUP, FILE)).toContain(BACKUP)
  const after = state.acknowledged
  await stop()
  expect([...state.statuses]).toEqual([201])
  expect(after).toBeGreaterThan(before)

  await copy('restore', BACKUP, OTHER)
  const contents = contentsOf(OTHER)
  expect(contents).toEqual(contentsOf(BACKUP))
  const written = contents['saga_Film']!.filter(({ episode_id: id }) => Number(id) > 1_000)
  expect(written.length).toBeGreaterThanOrEqual(before)
  expect(written.length).toBeLessThanOrEqual(after + 1)
  expect(written.map(({ episode_id: id }) => Number(id)).sort((a, b) => a - b)).toEqual(
    written.map((_, n) => 1_001 + n),
  )
  const cast = new Set(contents['saga_Film2People']!.map(({ film_ID: id }) => id))
  expect(written.filter(({ ID }) => !cast.has(ID))).toEqual([])

  const restored = await startServer(`${SERVE} --profile sqlite`, { env: env(OTHER) })
  const reply = await fetch(
    `${restored.url}/odata/v4/SagaFilm/Film?$select=ID&$filter=IsActiveEntity eq true&$top=10000`,
  )
  const served = ((await reply.json()) as { value: Rows }).value.map(({ ID }) => ID)
  await restored.stop()
  expect(served.sort()).toEqual(contents['saga_Film']!.map(({ ID }) => ID).sort())
})

test('a backup is not written over another, and not taken of nothing', async () => {
  const before = readFileSync(BACKUP)
  await expect(copy('save', BACKUP, FILE)).rejects.toThrow(/There is a .*backup\.sqlite already/)
  expect(readFileSync(BACKUP).equals(before)).toBe(true)
  const nowhere = join(folder, 'nowhere.sqlite')
  await expect(copy('save', join(folder, 'new.sqlite'), nowhere)).rejects.toThrow(/There is no .*nowhere\.sqlite/)
  expect(existsSync(nowhere)).toBe(false)
})

test('nothing is restored under a server, or from a file with faults', async () => {
  await expect(copy('restore', BACKUP, FILE)).rejects.toThrow(/A server process uses .*saga\.sqlite: stop it first/)
  const [faulty, before] = [join(folder, 'faulty.sqlite'), contentsOf(OTHER)]
  const bytes = readFileSync(BACKUP)
  writeFileSync(faulty, bytes.fill(0x55, 4_096, bytes.length / 2))
  await expect(copy('restore', faulty, OTHER)).rejects.toThrow(/malformed|faults/)
  await expect(copy('restore', join(folder, 'none.sqlite'), OTHER)).rejects.toThrow(/There is no/)
  expect(contentsOf(OTHER)).toEqual(before)
  expect(existsSync(`${OTHER}.restoring`)).toBe(false)
})

test('what a server that was killed has left beside the file does not get into what is restored', async () => {
  server.signal('SIGKILL')
  await server.ended
  expect(existsSync(`${FILE}-wal`)).toBe(true)
  await copy('restore', BACKUP, FILE)
  expect(contentsOf(FILE)).toEqual(contentsOf(BACKUP))
})
