import cds from '@sap/cds'
import { startApp } from '../../support/app.ts'
import { send } from '../../support/odata.ts'

const app = startApp()

/** What the log is told of a request. */
const logged = async (method: string, path: string): Promise<unknown> => {
  const info = jest.spyOn(cds.log('request'), 'info').mockImplementation()
  await send(app, method, path)
  const [[entry]] = info.mock.calls as [[unknown]]
  info.mockRestore()
  return entry
}

test('a line tells method, path, status and duration, for people and for machines', async () => {
  expect(await logged('GET', '/odata/v4/SagaFilm/Nothing')).toEqual({
    message: expect.stringMatching(/^GET \/odata\/v4\/SagaFilm\/Nothing 404 \d+ ms$/),
    method: 'GET',
    path: '/odata/v4/SagaFilm/Nothing',
    status: 404,
    duration_ms: expect.any(Number),
    correlation_id: expect.stringMatching(/^[\w-]{36}$/),
  })
})

test('it tells that there was a query, but not what was asked for', async () => {
  const entry = await logged('GET', "/odata/v4/SagaFilm/People?$filter=name eq 'secret'")
  expect(entry).toMatchObject({ message: expect.stringMatching(/^GET \/odata\/v4\/SagaFilm\/People\?… 200 /) })
  expect(JSON.stringify(entry)).not.toContain('secret')
})
