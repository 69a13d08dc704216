import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'
import { send } from '../../../support/odata.ts'
import { basic } from '../../../support/users.ts'

const app = startApp()

test.each(['/health', '/ready'])('%s says UP to everybody, and nobody keeps the answer', async (path) => {
  for (const headers of [{}, basic('nobody', 'wrong')]) {
    const { status, body, headers: received } = await send(app, 'GET', path, { headers })
    expect([status, body, received['cache-control']]).toEqual([200, { status: 'UP' }, 'no-store'])
  }
})

test('many who ask whether the server is ready use one connection of the database between them', async () => {
  const asked = Array.from({ length: 50 }, () => send(app, 'GET', '/ready'))
  expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true)
})

test('/about tells everybody which database it is, and that this one forgets', async () => {
  const { status, body, headers } = await send(app, 'GET', '/about')
  expect([status, body, headers['cache-control']]).toEqual([
    200,
    { database: 'sqlite', survivesRestart: false },
    'no-store',
  ])
})

test('/about of a HANA tells tenant, version and container, outside of production', async () => {
  const requires = cds.env.requires as { db?: object }
  const { db } = requires
  requires.db = { kind: 'hana' }
  const run = jest.spyOn(cds.db, 'run').mockResolvedValue([{ tenant: 'H00', version: '4.00', deployments: 1 }] as never)
  const { body } = await send(app, 'GET', '/about')
  run.mockRestore()
  requires.db = db
  expect(body).toEqual({ database: 'hana', survivesRestart: true, tenant: 'H00', version: '4.00', isContainer: true })
})
