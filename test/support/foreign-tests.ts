/** Tests as applications have them, by the runners that they have: of their own answers, and of the API that came with the package. */
import process from 'node:process'
import type { ForeignApp } from './foreign-app.ts'

export interface ForeignTests {
  readonly packages: readonly string[]
  readonly file: string
  readonly text: string
  /** How they are run, by the names of the runners. */
  readonly runners: Readonly<Record<string, string>>
}

const NODE_TEST = '--test'
const JEST = 'node_modules/jest/bin/jest.js --testTimeout=60000'

const bodyOf = (books: string): string => `
const auth = { username: 'dba', password: '' }
test('the application and the API answer', async () => {
  const { data } = await GET('${books}')
  const info = await GET('/api/v1/dbInfo', { auth })
  const { data: { schemas } } = await GET('/api/v1/schemas', { auth })
  const found = [data.value.length > 3, info.data.platform, schemas[0].name]
  if (JSON.stringify(found) !== '[true,"SQLite","main"]') throw new Error(JSON.stringify(found))
})
`

const BOOKS = '/odata/v4/catalog/Books'
const ES = `import cds from '@sap/cds'\nconst { GET } = cds.test(import.meta.dirname + '/..')`

/** Of an ES module: Jest needs a flag for those, whatever they use. */
export const ES_TESTS: ForeignTests = {
  packages: ['@cap-js/cds-test@^1', 'jest@^30'],
  file: 'test/api.test.js',
  text: ES + bodyOf(BOOKS),
  runners: { 'node:test': NODE_TEST, Jest: `--experimental-vm-modules ${JEST}` },
}

export const COMMONJS_TESTS: ForeignTests = {
  packages: ['@cap-js/cds-test@^1', 'jest@^30'],
  file: 'test/api.test.js',
  text: `const cds = require('@sap/cds')\nconst { GET } = cds.test(__dirname + '/..')` + bodyOf(BOOKS),
  runners: { 'node:test': NODE_TEST, Jest: JEST },
}

export const TYPESCRIPT_TESTS: ForeignTests = {
  packages: ['@cap-js/cds-test@^1'],
  file: 'test/api.test.ts',
  text: ES + bodyOf(BOOKS),
  runners: { 'node:test': NODE_TEST },
}

/** Runs them by a runner. @returns what it wrote. @throws Error when one fails. */
export const runTests = (app: ForeignApp, runner: string, settings: object): string =>
  app.run(`${process.execPath} ${runner}`, { CDS_CONFIG: JSON.stringify(settings) })
