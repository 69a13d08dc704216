/**
 * A transaction that nobody ends does not hold the database for ever.
 * @alone: waits for limits of time.
 */
import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'
import { send } from '../../../support/odata.ts'

// Longer than the tables take to be made on a busy machine.
const TIMEOUT_MS = 1_500

beforeAll(() => {
  Object.assign(cds.env, { process: { transactionTimeoutMs: TIMEOUT_MS } })
})
const app = startApp()

const read = () => send(app, 'GET', '/odata/v4/SagaFilm/Planet?$top=1')

test('it is ended, and others get their turn', async () => {
  const transaction = cds.db.tx()
  await transaction.run(INSERT.into('saga.Planet').entries({ ID: cds.utils.uuid(), name: 'half done' }))
  expect((await read()).status).toBe(200)
  expect(await cds.run(SELECT.from('saga.Planet').where({ name: 'half done' }))).toEqual([])
  await expect(transaction.run(SELECT.from('saga.Planet'))).rejects.toMatchObject({ code: 'TRANSACTION_CLOSED' })
})

test('what it has written cannot be committed any more, and its client is told to come again', async () => {
  const service = cds.services['SagaFilm']!
  service.prepend(() => {
    service.on('CREATE', 'Planet', async (_req, next) => {
      const result = await (next as () => Promise<unknown>)()
      await new Promise((resolve) => setTimeout(resolve, 3 * TIMEOUT_MS))
      return result
    })
  })
  const { status, headers } = await send(app, 'POST', '/odata/v4/SagaFilm/Planet', { body: { name: 'too late' } })
  expect([status, headers['retry-after']]).toEqual([503, '1'])
  expect(await cds.run(SELECT.from('saga.Planet').where({ name: 'too late' }))).toEqual([])
})

test('transactions that end in time are left alone', async () => {
  for (let count = 0; count < 20; count++) expect((await read()).status).toBe(200)
})
