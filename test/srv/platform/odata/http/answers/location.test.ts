import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import {
  changeSet,
  part,
  readMultipart,
  send,
  sendJsonBatch,
  sendMultipartBatch,
  ways,
} from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

/** A Location as a path of the server: the tests do not know the host that a proxy would show. */
const pathOf = (url: string | undefined): string => {
  expect(url).toMatch(/^http:\/\/[^/]+\/odata\/v4\//)
  return new URL(url!).pathname
}

describe.each(ways(app, 'SagaFilm'))('the Location of a new record, %s', (_, ask) => {
  const createdAt = async (set: string, body: object): Promise<string> => {
    const { status, headers } = await ask('POST', set, { body })
    expect(status).toBe(201)
    return headers['location']!
  }

  test('is an absolute URL that can be read, for drafts, active records, links and others', async () => {
    const person = await createdAt('People', { name: 'x' })
    const people_ID = /\((.*)\)/.exec(person)![1]
    const draft = await createdAt('Film', { title: 'x' })
    const active = await createdAt('Film', { title: 'x', IsActiveEntity: true })
    expect(draft).toMatch(/Film\(ID=[\w-]{36},IsActiveEntity=false\)$/)
    expect(active).toMatch(/Film\(ID=[\w-]{36},IsActiveEntity=true\)$/)
    const below = (film: string): string => `${film.slice(film.indexOf('Film('))}/characters`
    const draftLink = await createdAt(below(draft), { people_ID })
    const activeLink = await createdAt(below(active), { people_ID })
    for (const url of [person, draft, active, draftLink, activeLink])
      expect((await send(app, 'GET', pathOf(url))).status).toBe(200)
  })

  test('is absolute for what actions make, too', async () => {
    const film = pathOf(await createdAt('Film', { title: 'x', IsActiveEntity: true }))
      .split('/')
      .at(-1)!
    const edit = await ask('POST', `${film}/draftEdit`, { body: {} })
    expect((await send(app, 'GET', pathOf(edit.headers['location']))).body.IsActiveEntity).toBe(false)
    const draft = film.replace('true', 'false')
    const activate = await ask('POST', `${draft}/draftActivate`, { body: {} })
    expect((await send(app, 'GET', pathOf(activate.headers['location']))).body.IsActiveEntity).toBe(true)
  })

  test('is repeated as OData-EntityId where nothing but headers is sent', async () => {
    const answer = await ask('POST', 'Film', { headers: { prefer: 'return=minimal' }, body: { title: 'x' } })
    expect([answer.status, answer.text, answer.headers['preference-applied']]).toEqual([204, '', 'return=minimal'])
    expect(answer.headers['odata-entityid']).toBe(answer.headers['location'])
    expect((await send(app, 'GET', pathOf(answer.headers['location']))).status).toBe(200)
    expect((await ask('POST', 'Film', { body: { title: 'x' } })).headers['odata-entityid']).toBeUndefined()
  })
})

describe.each(ways(app, '-data'))('the Location of metadata, %s', (way, ask) => {
  test('has all keys, and texts with quotes and slashes in them', async () => {
    const name = `it's a/b?c#d ${way}`
    const entity = await ask('POST', 'Entities', { body: { name } })
    const column = await ask('POST', 'Entities_columns', { body: { up__name: name, name: 'x,y=z' } })
    expect(column.headers['location']).toContain('Entities_columns(up__name=')
    for (const { headers } of [entity, column])
      expect((await send(app, 'GET', pathOf(headers['location']))).body.name).toBe(
        headers === entity.headers ? name : 'x,y=z',
      )
  })
})

describe('a reference to a new draft', () => {
  test('leads to it in a JSON batch', async () => {
    const { body } = await sendJsonBatch(app, 'SagaFilm', [
      { id: '1', atomicityGroup: 'g', method: 'POST', url: 'Film', body: { title: 'x' } },
      { id: '2', atomicityGroup: 'g', method: 'POST', url: '$1/characters', body: {} },
      { id: '3', method: 'GET', url: '$1?$expand=characters' },
    ])
    expect(body.responses.map(({ status }: { status: number }) => status)).toEqual([201, 201, 200])
    expect(body.responses[2].body.characters).toHaveLength(1)
  })

  test('leads to it in a multipart batch', async () => {
    const { headers, text } = await sendMultipartBatch(app, 'SagaFilm', [
      changeSet(part('POST', 'Film', { body: { title: 'x' } }, '1'), part('POST', '$1/characters', { body: {} }, '2')),
      part('GET', '$1?$expand=characters'),
    ])
    const answers = readMultipart(headers['content-type']!, text)
    expect(answers.map(({ status, contentId }) => [status, contentId])).toEqual([
      [201, '1'],
      [201, '2'],
      [200, undefined],
    ])
    expect(answers[2]!.body.characters).toHaveLength(1)
  })
})
