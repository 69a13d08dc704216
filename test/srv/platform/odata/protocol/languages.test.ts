/** What is wrong with a change is told in the language that was asked for, part by part in a batch. */
import { borrowApp } from '../../../../support/borrowed-server.ts'
import { sendJsonBatch, ways } from '../../../../support/odata.ts'

const app = borrowApp()
const german = { 'accept-language': 'de' }

describe.each(ways(app, 'SagaFilm'))('in German, %s', (_, ask) => {
  test('types, duplicates, drafts', async () => {
    const { body: film } = await ask('POST', 'Film', { body: { title: 'x', IsActiveEntity: true } })
    const { body: person } = await ask('POST', 'People', { body: { name: 'x' } })
    const path = `Film(ID=${String(film.ID)},IsActiveEntity=true)`
    const link = { people_ID: person.ID }
    await ask('POST', `${path}/characters`, { body: link })
    const told = async (method: string, to: string, body: object): Promise<unknown> => {
      const answer = await ask(method, to, { body, headers: german })
      const { code, message } = answer.body.error
      return `${code}: ${message}`
    }
    expect(await told('PATCH', path, { title: 5 })).toBe(
      'ASSERT_DATA_TYPE: Der Wert 5 passt nicht zum Typ String(200).',
    )
    expect(await told('PATCH', path, { modifiedAt: 5 })).toMatch('Der Wert 5 passt nicht zum Typ Timestamp.')
    expect(await told('POST', `${path}/characters`, link)).toMatch(/UNIQUE_VIOLATION: Einen Eintrag .* gibt es schon\./)
    expect(await told('POST', 'People', { ID: person.ID, name: 'x' })).toMatch('gibt es schon.')
    expect(await told('POST', 'Film', { ID: film.ID, title: 'x' })).toMatch('gibt es schon.')
    await ask('POST', `${path}/SagaFilm.draftEdit`, { body: {} })
    expect(await told('PATCH', path, { title: 'y' })).toMatch('DRAFT_ALREADY_EXISTS: Für diesen Datensatz')
    expect(await told('DELETE', path, {})).toMatch('solange es einen Entwurf gibt.')
  })
})

test('parts of a batch have their own, or that of the batch', async () => {
  const part = (id: string, headers = {}): object => ({
    id,
    method: 'POST',
    url: 'People',
    headers: { 'content-type': 'application/json', ...headers },
    body: { name: 5 },
  })
  const parts = [part('1', german), part('2'), part('3', { 'accept-language': 'constructor' }), part('4', german)]
  const messages = async (language?: string): Promise<unknown[]> => {
    const headers = { ...(language && { 'accept-language': language }), prefer: 'continue-on-error' }
    const { body } = await sendJsonBatch(app, 'SagaFilm', parts, headers)
    return body.responses.map((each: any) => each.body.error.message.split(' ')[0]) // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON
  }
  expect(await messages()).toEqual(['Der', 'Value', 'Value', 'Der'])
  expect(await messages('en')).toEqual(['Der', 'Value', 'Value', 'Der'])
  expect(await messages('de')).toEqual(['Der', 'Der', 'Value', 'Der'])
})
