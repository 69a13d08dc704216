import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('What CAP cannot do, %s', (_, ask) => {
  test.each([
    '$filter=unknown(title)',
    '$filter=geo.distance(title,title) lt 1',
    '$expand=SiblingEntity/$count',
    '$apply=nest(groupby((title)) as t)',
    '$compute=title add 1 as x&$filter=x eq 1',
  ])('%s is refused with 400 and a message, not with 501', async (option) => {
    const { status, body } = await ask('GET', `Film?${option}`)
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/\w+ .*\w/)
  })

  test.each([
    '$expand=',
    '$expand=characters,characters',
    '$expand=characters($search=gr(een)',
    '$filter=constructor eq 1',
    '$filter=__proto__/x eq 1',
    '$select=__proto__',
    '$orderby=toString',
    '$expand=constructor',
    '$expand=characters($filter=constructor eq 1)',
    '$filter=characters/any(a:a/__proto__ eq 1)',
    '$apply=groupby((constructor))',
    '$apply=aggregate(title with nothing as x)',
    '$compute=constructor add 1 as x',
    '$filter=year(title) eq 1',
    "$filter=matchesPattern(title,'(')",
    "$filter=episode_id eq 'x'",
    '$filter=',
    '=',
  ])('%s is refused with 400, not with 500', async (option) => {
    await ask('POST', 'Film', { body: { title: 'A film', IsActiveEntity: true } })
    const { status, body } = await ask('GET', `Film?${option}`)
    expect([status, typeof body.error.code]).toEqual([400, 'string'])
  })

  test('a number beyond all that a property can hold equals none, and is more than each', async () => {
    await ask('POST', 'Film', { body: { title: 'A film', episode_id: 1, IsActiveEntity: true } })
    const found = async (filter: string): Promise<number> =>
      (await ask('GET', `Film?$filter=${filter}`)).body.value.length as number
    expect(await found('episode_id eq 99999999999999999999')).toBe(0)
    expect(await found('episode_id lt 99999999999999999999')).toBeGreaterThan(0)
  })

  test.each([
    ['GET', '$count', 400],
    ['GET', 'Film/$count/$count', 400],
    ['GET', 'Film/$each', 400],
    ['GET', '$all', 404],
    ['GET', 'Film//characters', 400],
    ['GET', 'Film.drafts', 404],
    ['PATCH', 'Film', 400],
    ['DELETE', 'Film', 405],
    ['PUT', 'Film', 405],
    ['GET', 'Film/SagaFilm.draftPrepare', 400],
  ])('%s %s gets %i', async (method, path, expected) => {
    const { status, body } = await ask(method, path, method === 'PATCH' || method === 'PUT' ? { body: {} } : {})
    expect([status, body.error.code]).toEqual([expected, expect.stringMatching(/./)])
  })
})

describe('bodies that are no JSON object', () => {
  const film = '/odata/v4/SagaFilm/Film'
  const headers = { 'content-type': 'application/json' }

  test.each(['[]', 'null', '"text"', '5', 'true', '{bad', '[[]]', `{"title":${'['.repeat(20000)}`])(
    '%.20s is refused with 400',
    async (body) => {
      expect((await send(app, 'POST', film, { headers, body })).status).toBe(400)
    },
  )

  test('other media types are refused with 415, and bodies that are too large with 413', async () => {
    expect((await send(app, 'POST', film, { headers: { 'content-type': 'text/plain' }, body: 'x' })).status).toBe(415)
    const body = JSON.stringify({ title: 'x'.repeat(300_000) })
    expect((await send(app, 'POST', film, { headers, body })).status).toBe(413)
  })

  test.each(ways(app, 'SagaFilm'))('properties that every object has are unknown, %s', async (_, ask) => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const { status } = await ask('POST', 'Film', { body: JSON.parse(`{"title":"x","${name}":{"x":1}}`) })
      expect(status).toBe(400)
    }
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})
