/** What deployments do besides the tables, on SQLite in memory: what a database has, under whatever name, is not made again. */
import cds from '@sap/cds'
import { createIndexes, type Database, dropStatements, missingStatements } from '../../../srv/indexes/index.ts'
import { indexDeployments } from '../../../srv/indexes/index-deployments.ts'

const MODEL = `
  entity T { key ID : Integer; }
  entity Order { key ID : Integer; t : Association to T; two : Association to Two; }
  entity Two { key a : Integer; key b : Integer; t : Association to T; }
  entity ![odd name] { key ID : Integer; t : Association to T; }
`

interface Deployed extends Database {
  tx<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>
  disconnect(): Promise<void>
}
const { deploy } = cds as unknown as {
  readonly deploy: { (model: object): { to(target: string): Promise<Deployed> }; schema: unknown }
}
const { schema } = deploy
let database: Deployed

beforeEach(async () => {
  database = await deploy(cds.compile(MODEL)).to('sqlite::memory:')
})
afterEach(async () => {
  deploy.schema = schema
  await database.disconnect()
})

const all = [
  'CREATE INDEX IF NOT EXISTS "Order_by_t" ON "Order" ("t_ID")',
  'CREATE INDEX IF NOT EXISTS "Order_by_two" ON "Order" ("two_a", "two_b")',
  'CREATE INDEX IF NOT EXISTS "Two_by_t" ON "Two" ("t_ID")',
  'CREATE INDEX IF NOT EXISTS "odd name_by_t" ON "odd name" ("t_ID")',
]
const missing = (): Promise<string[]> => database.tx((transaction) => missingStatements(transaction))
const run = (sql: string): Promise<unknown> => database.tx((transaction) => transaction.run(sql))

test('CAP makes none by itself, and every one that is made here can be dropped', async () => {
  expect(await missing()).toEqual(all)
  expect(await database.tx((transaction) => createIndexes(transaction))).toBe(all.length)
  expect(await missing()).toEqual([])
  const drops = await database.tx((transaction) => dropStatements(transaction))
  expect(drops).toHaveLength(all.length)
  for (const sql of drops) await run(sql)
  expect(await missing()).toEqual(all)
})

test.each([
  ['covers it', 'CREATE INDEX mine ON "Order" (two_b, two_a, t_ID)', false],
  ['begins with something else', 'CREATE INDEX mine ON "Order" (t_ID, two_a, two_b)', true],
  ['is of some rows alone', 'CREATE INDEX mine ON "Order" (two_a, two_b) WHERE two_a > 1', true],
  ['is of an expression', 'CREATE INDEX mine ON "Order" (two_a + 1, two_b)', true],
])('an index that %s', async (_, sql, isMissing) => {
  await run(sql)
  expect((await missing()).includes(all[1]!)).toBe(isMissing)
})

test('tables that are not there are left out', async () => {
  await run('DROP TABLE "Order"')
  expect(await missing()).toEqual(all.slice(2))
})

test('a deployment makes them, before rows are filled in', async () => {
  await database.disconnect()
  indexDeployments()
  database = await deploy(cds.compile(MODEL)).to('sqlite::memory:')
  expect(await missing()).toEqual([])
})
