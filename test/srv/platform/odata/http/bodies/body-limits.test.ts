import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('a body, %s', (_, ask) => {
  const write = async (body: unknown) => {
    const answer = await ask('POST', 'People', { body })
    return [answer.status, answer.body.error?.code]
  }

  test('that nests too deep is refused', async () => {
    expect(await write(JSON.parse('{"a":'.repeat(30) + '1' + '}'.repeat(30)))).toEqual([400, 'BODY_TOO_DEEP'])
  })

  test('with characters that no text has is refused', async () => {
    expect(await write({ name: 'a\0b' })).toEqual([400, 'INVALID_CHARACTERS'])
    expect(await write({ name: 'a\ud800' })).toEqual([400, 'INVALID_CHARACTERS'])
  })

  test('with line breaks and emojis is taken', async () => {
    expect(await write({ name: 'a\n\tb 🚀' })).toEqual([201, undefined])
  })
})
