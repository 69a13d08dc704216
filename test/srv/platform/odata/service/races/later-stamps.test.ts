import { STORES, type Store } from '../../../../../support/concurrency/store.ts'
import { makeScenes, makeTemplate, type Scene, type Template } from '../../../../../support/concurrency/scene.ts'
import { basic } from '../../../../../support/users.ts'

const AHEAD = '2999-01-01T00:00:00.123Z'

describe.each(Object.keys(STORES))('on %s', (name) => {
  let store: Store
  let template: Template
  let scenes = 0

  beforeAll(async () => {
    store = await STORES[name]!()
    template = await makeTemplate(store)
  })
  afterAll(() => store.stop())

  /** A scene whose films and drafts somebody has changed whose clock goes ahead. */
  const sceneAhead = async (stamp: string | null): Promise<Scene> => {
    const [scene] = await makeScenes(store, template, [++scenes])
    const tables = template.names.filter((table) => /film(?:_drafts)?$/i.test(table))
    const value = stamp === null ? 'NULL' : `'${stamp}'`
    for (const table of tables) await store.execute(`UPDATE ${table} SET modifiedAt = ${value}`)
    return scene!
  }
  const change = async (scene: Scene, method: string, isActive: boolean, body: object): Promise<string | null> => {
    const ID = scene.id(isActive ? 'film' : 'edited')
    const path = `/odata/v4/SagaFilm/Film(ID=${ID},IsActiveEntity=${String(isActive)})`
    const headers = { ...basic('editor'), 'content-type': 'application/json' }
    const reply = await fetch(store.servers[0]!.url + path, { method, headers, body: JSON.stringify(body) })
    expect(reply.status).toBeLessThan(300)
    return reply.headers.get('etag')
  }

  test.each([
    ['PATCH', true],
    ['PUT', true],
    ['PATCH', false],
    ['PUT', false],
  ])('%s of a film, active: %s, gives another ETag each time', async (method, isActive) => {
    const scene = await sceneAhead(AHEAD)
    const tags = [
      await change(scene, method, isActive, { title: 'one' }),
      await change(scene, method, isActive, { title: 'two' }),
    ]
    expect(tags).toEqual(['W/"2999-01-01T00:00:00.124Z"', 'W/"2999-01-01T00:00:00.125Z"'])
  })

  test('a change with links does as well', async () => {
    const scene = await sceneAhead(AHEAD)
    const characters = [{ people_ID: scene.id('free') }]
    expect(await change(scene, 'PATCH', true, { title: 'one', characters })).toBe('W/"2999-01-01T00:00:00.124Z"')
  })

  test('it is the time of the change otherwise', async () => {
    for (const stamp of ['1999-12-31T23:59:59.999Z', null]) {
      const scene = await sceneAhead(stamp)
      const before = Date.now()
      const [, tag] = /W\/"(.*)"/.exec((await change(scene, 'PATCH', true, { title: 'one' })) ?? '') ?? []
      expect(Date.parse(tag!)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(tag!)).toBeLessThanOrEqual(Date.now())
    }
  })
})
