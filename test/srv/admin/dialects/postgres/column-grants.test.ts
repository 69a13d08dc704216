/** A user of the database who may read some columns of a table exports these, with a key that is closed to him and without one. */
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, useEngine } from '../../../../support/engines.ts'

const engine = useEngine('PostgreSQL')
let limited: Database | undefined
const api = startEngineApi(() => ({ ...engine(), ...(limited && { database: limited }) }), ROUTES)

beforeAll(async () => {
  await execute(
    engine().database,
    'CREATE TABLE keyed (id int PRIMARY KEY, open int, closed int)',
    'CREATE TABLE keyless (open int, closed int)',
    'INSERT INTO keyed SELECT n, n % 3, n FROM generate_series(1, 9) n',
    'INSERT INTO keyless SELECT n % 3, n FROM generate_series(1, 9) n',
    "CREATE ROLE part LOGIN PASSWORD 'part'",
    'GRANT SELECT (open) ON keyed, keyless TO part',
  )
  limited = openPostgres({ ...engine().server?.credentials, user: 'part', password: 'part' })
})
afterAll(() => limited?.close())

test.each(['keyed', 'keyless'])('columns of %s that are open are exported, in order and by pages', async (table) => {
  const ask = (more: object) => api.post('/export', { table, columns: 'open', format: 'json', ...more }, 'operator')
  const values = async (more: object) => ((await ask(more))['rows'] as { open: number }[]).map(({ open }) => open)
  expect((await values({})).sort()).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2])
  expect(await values({ orderBy: 'open desc', limit: 4, offset: 2 })).toEqual([2, 1, 1, 1])
  expect(await values({ where: 'open = 1' })).toEqual([1, 1, 1])
  expect(await ask({ columns: 'closed' })).toMatchObject({ success: false })
})
