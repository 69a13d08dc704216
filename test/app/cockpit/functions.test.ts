/** What the query page offers as functions of an engine, the engine has. HANA's are not seen: none was at hand. */
import { DatabaseSync } from 'node:sqlite'
import { FUNCTIONS } from '../../../app/cockpit/src/pages/query/editor/functions.ts'
import { connectPostgres } from '../../support/postgres-client.ts'
import { startPostgres } from '../../support/postgres.ts'

/** Of PostgreSQL: these are part of its grammar, and stand in no catalog. */
const GRAMMAR = ['coalesce', 'greatest', 'least', 'nullif', 'trim']

test('SQLite', () => {
  const database = new DatabaseSync(':memory:')
  // Functions that make tables are listed once they have been used.
  database.exec("SELECT 1 FROM json_each('[]'), json_tree('[]')")
  const known = ['pragma_function_list', 'pragma_module_list'].flatMap((list) =>
    database.prepare(`SELECT name FROM ${list}`).all(),
  )
  database.close()
  const names = new Set(known.map(({ name }) => name))
  expect(names.size).toBeGreaterThan(50)
  expect(FUNCTIONS.sqlite.filter((name) => !names.has(name))).toEqual([])
})

test('PostgreSQL', async () => {
  const postgres = await startPostgres()
  try {
    const client = await connectPostgres(postgres.credentials)
    const { rows } = await client.query('SELECT DISTINCT proname FROM pg_proc')
    await client.end()
    const names = new Set([...GRAMMAR, ...rows.map(({ proname }) => proname)])
    expect(FUNCTIONS.postgres.filter((name) => !names.has(name))).toEqual([])
  } finally {
    await postgres.stop()
  }
})
