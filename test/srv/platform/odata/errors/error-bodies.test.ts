import { startApp } from '../../../../support/app.ts'
import { ways } from '../../../../support/odata.ts'

const app = startApp()

describe.each(ways(app, 'SagaFilm'))('%s', (_, ask) => {
  test('a precondition that fails is told in a body', async () => {
    // CAP has an ETag of it when it was read once.
    await ask('GET', '$metadata')
    const { status, body } = await ask('GET', '$metadata', { headers: { 'if-match': '"x"' } })
    expect([status, body.error.code]).toEqual([412, 'PRECONDITION_FAILED'])
  })
})
