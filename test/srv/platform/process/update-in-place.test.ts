/** Which deployments are done in place, and which are left to CAP. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import cds from '@sap/cds'
import { updateInPlace } from '../../../../srv/platform/process/update-in-place.ts'

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
const file = join(folder, 'some.sqlite')
afterAll(() => {
  rmSync(folder, { recursive: true })
})

type Schema = (database: object, model: object, options: object) => Promise<unknown>
const { deploy } = cds as unknown as { deploy: { schema: Schema } }
const ofCap = jest.fn((): Promise<unknown> => Promise.resolve('left to CAP'))
deploy.schema = ofCap
updateInPlace()
updateInPlace()

const model = cds.parse('entity Film { key ID : Integer; title : String(10) }') as object
const schema = (url: string, options: object = {}, kind = 'sqlite'): Promise<unknown> =>
  deploy.schema({ kind, url4: () => url, options: { dialect: 'sqlite' } }, model, options)

test.each([
  ['another engine', 'db', {}, 'postgres'],
  ['what is in memory', ':memory:', {}, 'sqlite'],
  ['one that only shows its statements', file, { dry: true }, 'sqlite'],
  ['one that only remembers the model', file, { 'model-only': true }, 'sqlite'],
])('CAP does it: %s', async (_, url, options, kind) => {
  expect(await schema(url, options, kind)).toBe('left to CAP')
})

test('a file is brought up to date, again and again', async () => {
  const before = ofCap.mock.calls.length
  expect(await schema(file)).toBe(true)
  const database = new DatabaseSync(file)
  database.exec(`INSERT INTO Film VALUES (1, 'Mine')`)
  expect(await schema(file)).toBe(true)
  expect({ ...database.prepare('SELECT * FROM Film').get() }).toEqual({ ID: 1, title: 'Mine' })
  database.close()
  expect(ofCap.mock.calls).toHaveLength(before)
})
