import { LIMITS } from '../../../../../../srv/platform/guard/limits.ts'
import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { sendJsonBatch, ways } from '../../../../../support/odata.ts'

const app = borrowApp()

describe.each(ways(app, 'SagaFilm'))('a URL that asks for too much, %s', (_, ask) => {
  test.each([
    [`Film?$filter=${'('.repeat(13)}title eq 'x'${')'.repeat(13)}`, 'EXPRESSION_TOO_DEEP'],
    [`Film?$filter=${Array(150).fill("title eq 'x'").join(' or ')}`, 'TOO_MANY_CONDITIONS'],
    [`Film?$search=${Array(50).fill('x').join(' ')}`, 'SEARCH_TOO_LONG'],
  ])('%s is refused', async (path, code) => {
    const { status, body } = await ask('GET', path)
    expect([status, body.error.code]).toEqual([400, code])
  })

  test('is refused for writes as well', async () => {
    const { status } = await ask('POST', `People?$select=${'('.repeat(13)}`, { body: { name: 'x' } })
    expect(status).toBe(400)
  })
})

test('a request of a batch may have a longer URL than one by itself', async () => {
  const long = (length: number) => ({ id: '1', method: 'GET', url: `Film?x=${'a'.repeat(length)}` })
  const status = async (length: number): Promise<number> =>
    (await sendJsonBatch(app, 'SagaFilm', [long(length)])).body.responses[0].status as number
  expect(await status(LIMITS.urlLength)).toBe(200)
  expect(await status(LIMITS.batchUrlLength)).toBe(414)
})
