/** What a deployment says to PostgreSQL about foreign keys; `initial-data.test.ts` has the databases. */
import cds from '@sap/cds'
import { tolerateOrphans } from '../../../../srv/platform/postgres/tolerate-orphans.ts'

interface Deployment {
  kind: string
  run(query: unknown): Promise<unknown>
}
type Schema = (database: Deployment, model: object, options: object) => Promise<unknown>
const { deploy } = cds as unknown as { deploy: { schema: Schema } }

const KEY = 'ALTER TABLE a\nADD CONSTRAINT c__a_b\nFOREIGN KEY(b_ID)\nREFERENCES b(ID)\nDEFERRABLE INITIALLY DEFERRED;'
const OTHERS = [`CREATE VIEW v AS SELECT ' FOREIGN KEY' AS x;`, 'ALTER TABLE a ADD c INTEGER;']
deploy.schema = async (database) => {
  await database.run([KEY, ...OTHERS])
  await database.run('SELECT 1')
  return 'done'
}
tolerateOrphans()
tolerateOrphans()

const log = cds.log('deploy')
const warn = jest.spyOn(log, 'warn').mockImplementation()

/** @returns what the database is told. */
const deployTo = async (kind: string, orphans: number, options = {}): Promise<unknown[]> => {
  const told: unknown[] = []
  const run = (query: unknown): Promise<unknown> => {
    told.push(query)
    if (query === 'count') return Promise.resolve([{ n: String(orphans) }])
    const isQuestion = typeof query === 'string' && query.includes('pg_constraint')
    return Promise.resolve(
      isQuestion ? [{ name: 'c__a_b', child: 'a', parent: 'b', columns: 'b_id', count: 'count' }] : [],
    )
  }
  expect(await deploy.schema({ kind, run }, {}, options)).toBe('done')
  return told
}

beforeEach(() => warn.mockClear())

test('keys are added for what comes, and then for all rows', async () => {
  const [statements, question, ...told] = await deployTo('postgres', 0)
  expect(statements).toEqual([KEY.replace(';', ' NOT VALID;'), ...OTHERS])
  expect(question).toBe('SELECT 1')
  expect(told.slice(1)).toEqual([
    'SET LOCAL statement_timeout = 0',
    'count',
    'ALTER TABLE a VALIDATE CONSTRAINT c__a_b',
  ])
  expect(warn).not.toHaveBeenCalled()
})

test('rows that break a key are told of, with table and number', async () => {
  expect((await deployTo('postgres', 3)).at(-1)).toBe('count')
  expect(warn.mock.calls).toEqual([
    ['3 rows of a refer by b_id to rows of b that are not there: they stay as they are, new ones are refused'],
  ])
})

test.each([
  ['another engine', 'sqlite', {}],
  ['one that only shows its statements', 'postgres', { dry: true }],
])('CAP does it: %s', async (_, kind, options) => {
  expect(await deployTo(kind, 3, options)).toEqual([[KEY, ...OTHERS], 'SELECT 1'])
})
