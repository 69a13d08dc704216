/** What is written at a time, over all requests. The limit of one request is tried with the others, in every-limit.test.ts. */
import cds from '@sap/cds'
import { startApp } from '../../../../support/app.ts'
import { send, sendJsonBatch } from '../../../../support/odata.ts'

const ROWS = 50
Object.assign(cds.env, { guard: { writeRows: ROWS } })
const app = startApp()

const SERVICE = '/odata/v4/SagaFilm'
const withLinks = (rows: number): object => ({ title: 'x', characters: Array(rows - 1).fill({}) })
const post = (rows: number) => send(app, 'POST', `${SERVICE}/Film`, { body: withLinks(rows) })

test('the parts of a batch share what one request may write', async () => {
  const requests = [20, 20, 20, 10].map((rows, index) => ({
    id: String(index),
    method: 'POST',
    url: 'Film',
    body: withLinks(rows),
  }))
  const { status, body } = await sendJsonBatch(app, 'SagaFilm', requests)
  const statuses = (body.responses as { status: number }[]).map((part) => part.status)
  expect([status, ...statuses]).toEqual([200, 201, 201, 413, 413])
})

test('a change set with more is refused as a whole', async () => {
  const requests = [30, 30].map((rows, index) => ({
    id: String(index),
    atomicityGroup: 'g',
    method: 'POST',
    url: 'Film',
    body: withLinks(rows),
  }))
  const count = async () => (await send(app, 'GET', `${SERVICE}/Film/$count?$filter=IsActiveEntity eq false`)).text
  const before = await count()
  const { body } = await sendJsonBatch(app, 'SagaFilm', requests)
  expect((body.responses as { status: number }[]).map((part) => part.status)).toContain(413)
  expect(await count()).toBe(before)
})

test('large writes wait for one another, too many are told to come again, and small ones pass by', async () => {
  const large = Array.from({ length: 30 }, () => post(ROWS))
  const small = await post(1)
  const answers = await Promise.all(large)
  const refused = answers.filter(({ status }) => status === 503)
  expect(small.status).toBe(201)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 201).length).toBe(answers.length - refused.length)
  expect(refused[0]).toMatchObject({ headers: { 'retry-after': '1' }, body: { error: { code: 'TOO_MUCH_UNDER_WAY' } } })
  expect((await post(ROWS)).status).toBe(201)
})
