import cds from '@sap/cds'
import { startApp } from '../../../../support/app.ts'
import { sendJsonBatch } from '../../../../support/odata.ts'
import { as, basic } from '../../../../support/users.ts'

const LIMIT = 10
Object.assign(cds.env, { guard: { requestsPerMinute: LIMIT } })

const app = startApp()
app.axios.defaults.validateStatus = () => true

const FILMS = '/odata/v4/SagaFilm/Film?$top=1'
/** None of them can be answered from memory. */
const film = (index: number): string => `${FILMS}&$skip=${String(index)}`

test('a caller who asks too often is told when to go on, and others are served', async () => {
  const answers = await Promise.all(
    Array.from({ length: LIMIT + 3 }, (_, index) => app.GET<{ error?: object }>(film(index))),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  for (const { headers, data } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(headers['odata-version']).toBe('4.0')
    expect(data.error).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  }
  expect((await app.GET('/odata/v4/SagaEpisode/Show')).status).toBe(429)
  expect((await app.GET(film(20), as('alice'))).status).toBe(200)
  expect((await app.GET('/health')).status).toBe(200)
})

test('a batch costs as much as its requests', async () => {
  const parts = Array.from({ length: LIMIT }, (_, index) => ({ id: String(index), method: 'GET', url: 'Film?$top=1' }))
  const headers = { ...basic('bob'), prefer: 'continue-on-error' }
  const { status, body } = await sendJsonBatch(app, 'SagaFilm', parts, headers)
  const statuses = (body.responses as { status: number }[]).map((part) => part.status)
  expect(status).toBe(200)
  expect(statuses).toEqual([...Array<number>(LIMIT - 1).fill(200), 429])
  expect((await app.GET(film(21), as('bob'))).status).toBe(429)
})

test('a clock that is set back locks nobody out for longer', async () => {
  const [now, clock] = [jest.spyOn(performance, 'now'), jest.spyOn(Date, 'now')]
  clock.mockReturnValue(Date.now() - 3_600_000)
  now.mockReturnValue(performance.now() + 60_001)
  const { status } = await app.GET(film(22), as('bob'))
  now.mockRestore()
  clock.mockRestore()
  expect(status).toBe(200)
})
