/**
 * One SQLite file, one server process: others are refused, and none is locked out by one that is dead.
 * @long: starts and ends servers.
 */
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDeployedSqlite } from '../../../support/deploy.ts'
import { createFilm, probe } from '../../../support/film-probe.ts'
import { SERVE } from '../../../support/server-on.ts'
import { type ServerProcess, startServer } from '../../../support/server-process.ts'

jest.setTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
const FILE = join(folder, 'saga.sqlite')
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const start = (file = FILE): Promise<ServerProcess> =>
  startServer(`${SERVE} --profile sqlite`, { env: { CDS_REQUIRES_DB_CREDENTIALS_URL: file } })

test('a second process is refused, by whatever name it knows the file, until the first one has ended or died', async () => {
  await copyDeployedSqlite(FILE)
  const first = await start()
  const link = join(folder, 'link.sqlite')
  symlinkSync(FILE, link)
  await expect(start(link)).rejects.toThrow(/Another server process uses .*link\.sqlite/)
  expect(await createFilm(first, { title: 'Episode X', episode_id: 10 })).toBe(201)

  first.signal('SIGKILL')
  await first.ended
  const second = await start()
  const replaced = start() // it waits a moment for the one that it is to replace
  await second.stop()
  const third = await replaced
  expect(await probe(third, 10)).toMatchObject({ title: 'Episode X' })
  await third.stop()
  expect(readdirSync(folder).filter((name) => name.startsWith('saga.'))).toEqual(['saga.sqlite', 'saga.sqlite.lock'])
})
