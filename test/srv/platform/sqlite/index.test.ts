/** A SQLite file that was filled before there were indexes gets them when it is served. @long: starts and ends servers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyDeployedSqlite } from '../../../support/deploy.ts'
import { SERVE } from '../../../support/server-on.ts'
import { startServer } from '../../../support/server-process.ts'

jest.setTimeout(90_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-indexes-'))
const file = join(folder, 'saga.sqlite')
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const onFile = <Result>(work: (database: DatabaseSync) => Result): Result => {
  const database = new DatabaseSync(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const indexes = (): string[] =>
  onFile((database) =>
    database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`).all(),
  )
    .map(({ name }) => String(name))
    .sort()

test('all of them are there again', async () => {
  const env = { CDS_REQUIRES_DB_CREDENTIALS_URL: file }
  await copyDeployedSqlite(file)
  const deployed = indexes()
  expect(deployed).toContain('saga_Film2People_by_people')
  onFile((database) => {
    database.exec(deployed.map((name) => `DROP INDEX ${name}`).join(';'))
  })
  expect(indexes()).toEqual([])

  const server = await startServer(`${SERVE} --profile sqlite`, { env })
  await server.stop()

  expect(indexes()).toEqual(deployed)
})
