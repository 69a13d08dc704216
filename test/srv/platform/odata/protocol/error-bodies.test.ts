import { borrowApp } from '../../../../support/borrowed-server.ts'
import { ways } from '../../../../support/odata.ts'

const app = borrowApp()

describe.each(ways(app, 'SagaFilm'))('%s', (_, ask) => {
  test('a precondition that fails is told in a body', async () => {
    // CAP has an ETag of it when it was read once.
    await ask('GET', '$metadata')
    const { status, body } = await ask('GET', '$metadata', { headers: { 'if-match': '"x"' } })
    expect([status, body.error.code]).toEqual([412, 'PRECONDITION_FAILED'])
  })
})
