import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseDirectory, openEngine } from '../../../srv/admin/engine.ts'
import { unhurried } from '../../support/engines.ts'

const root = mkdtempSync(join(tmpdir(), 'saga-directory-'))
afterAll(() => {
  rmSync(root, { recursive: true })
})

const connected = (file: string) => ({
  ...{ kind: 'sqlite', options: {}, file },
  // As CAP's own, it needs to be called on its service.
  url4(): string {
    return this.file
  },
  tx: () => {
    throw new Error('Nothing is asked')
  },
})

test('each database has a directory of its own, whatever it is called by', () => {
  const file = join(root, 'a.sqlite')
  const link = join(root, 'link.sqlite')
  writeFileSync(file, '')
  symlinkSync(file, link)
  expect(databaseDirectory('/s', connected(file))).toMatch(/^\/s\/a\.sqlite-[0-9a-f]{12}$/)
  expect(databaseDirectory('/s', connected(link))).toBe(databaseDirectory('/s', connected(file)))
  expect(databaseDirectory('/s', connected(join(root, 'b.sqlite')))).not.toBe(databaseDirectory('/s', connected(file)))
  const postgres = (database: string) => ({
    ...connected(''),
    kind: 'postgres',
    options: { credentials: { host: 'h', database } },
  })
  expect(databaseDirectory('/s', postgres('x'))).not.toBe(databaseDirectory('/s', postgres('y')))
})

test("another file's server neither lists nor opens a cloned schema", async () => {
  const open = (name: string) => {
    const file = join(root, name)
    new DatabaseSync(file).close()
    return openEngine(connected(file), databaseDirectory(join(root, 'schemas'), connected(file)))
  }
  const [one, other] = [open('one.sqlite'), open('other.sqlite')]
  const schemas = ({ database, dialect }: ReturnType<typeof openEngine>): Promise<unknown[]> =>
    database.read(unhurried(), async (session) => {
      const all = { pattern: '%', includeSystem: false, limit: 10, offset: 0 }
      const rows = await session.query(dialect.catalog.schemas.statement(all))
      return rows.map(({ name }) => name)
    })
  await one.database.write({ ...unhurried(), newSchema: 'clone' }, (session) =>
    session.execute({ sql: 'CREATE TABLE clone.t (a)', parameters: [] }),
  )
  expect(await schemas(one)).toEqual(['clone', 'main'])
  expect(await schemas(other)).toEqual(['main'])
  await Promise.all([one.database.close(), other.database.close()])
})
