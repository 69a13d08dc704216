/** Deployments to a file keep rows; those to what is in memory, where there are none, are CAP's own. */
import cds from '@sap/cds'
import SqliteService from '../../../../srv/platform/sqlite/sqlite-service.ts'

const { deploy } = cds as unknown as { deploy: Readonly<Record<'schema' | 'data', unknown>> }

const init = (url: string): Promise<void> => {
  const Service = SqliteService as unknown as new (name: string, model: unknown, options: object) => SqliteService
  return new Service('db', undefined, { kind: 'sqlite', credentials: { url } }).init()
}

test('only a file changes how CAP deploys', async () => {
  const { schema, data } = deploy
  await init(':memory:')
  expect([deploy.schema, deploy.data]).toEqual([schema, data])
  await init('never-opened.sqlite')
  expect(deploy.schema).not.toBe(schema)
  expect(deploy.data).not.toBe(data)
})
