/** Clones of a schema that strangers could have, compared with it through the catalog. */
import { CatalogNames } from '../../../../../../srv/admin/catalog/names.ts'
import { ROUTES } from '../../../../../../srv/admin/http/routes.ts'
import type { SchemaRegister } from '../../../../../../srv/admin/operations/operation.ts'
import { startEngineApi } from '../../../../../support/engine-api.ts'
import { execute, query, type TestEngine, useEngine } from '../../../../../support/engines.ts'
import { allObjectsOf, objectsOf } from '../../../../../support/postgres-objects.ts'
import { STRANGE, STRANGE_ROWS, STRANGE_SCHEMA } from '../../../../../support/strange-schema.ts'

type Told = readonly { readonly type: string; readonly name: string; readonly reason: string; readonly note: string }[]

const engine = useEngine('PostgreSQL')
const allowed = [STRANGE_SCHEMA, 'loose', 'whole', 'bare', 'dry', 'copy', 'copy_2', 'copy_3', 'copy_4']
const names = ({ dialect }: TestEngine, cloned: SchemaRegister) => new CatalogNames(dialect, allowed, cloned)
const api = startEngineApi(engine, ROUTES, { names, settings: { allowedSchemas: allowed } })
const clone = (body: Record<string, unknown>) => api.post('/schemaClone', body, 'admin')
const rows = async (sql: string) => (await query(engine().database, sql)).map((row) => Object.values(row))
const ALL = {
  ...{ includeTriggers: true, includeTypes: true, includeFunctions: true },
  ...{ includePolicies: true, includeGrants: true, includeData: true },
}

beforeAll(() =>
  execute(
    engine().database,
    'CREATE ROLE "Odd role"',
    `CREATE SCHEMA "Odd ""schema"`,
    `SET LOCAL search_path = "Odd ""schema"`,
    ...STRANGE,
    ...STRANGE_ROWS,
  ),
)

test('a clone with all that can be asked for is as its source', async () => {
  const answer = await clone({ source: STRANGE_SCHEMA, target: 'whole', ...ALL })
  console.log(answer); expect(answer).toMatchObject({ success: true })
  expect(answer).toMatchObject({ skipped: [], notes: [] })
  console.log(answer)
  const { comment, routines, ...source } = await allObjectsOf(engine(), STRANGE_SCHEMA)
  const { comment: cloned, routines: own, ...target } = await allObjectsOf(engine(), 'whole')
  expect(target).toEqual(source)
  expect(own).toEqual(routines)
  expect([comment, cloned]).toEqual([[{ comment: null }], [{ comment: 'Copied by the administration API' }]])
})
