import { borrowAppOn } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'
import { DATABASES } from '../../../../../support/server-on.ts'

type Json = any // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

describe.each(DATABASES)('%s', (database) => {
  const app = borrowAppOn(database)

  describe.each(ways(app, 'SagaFilm'))('a deep update by a delta, %s', (_, ask) => {
    const read = async (path: string): Promise<Json[]> => (await ask('GET', path)).body.value
    const create = async (isActive: boolean): Promise<{ path: string; people: string[]; items: Json[] }> => {
      const people = (await read('People?$top=6&$select=ID&$orderby=ID')).map(({ ID }) => String(ID))
      const characters = people.slice(0, 3).map((ID) => ({ people_ID: ID }))
      const { body } = await ask('POST', 'Film', { body: { title: 'x', IsActiveEntity: isActive, characters } })
      const path = `Film(ID=${String(body.ID)},IsActiveEntity=${String(isActive)})`
      return { path, people, items: await read(`${path}/characters?$orderby=people_ID`) }
    }
    const linked = async (path: string): Promise<unknown[]> =>
      (await read(`${path}/characters?$orderby=people_ID`)).map((row) => row.people_ID)

    test.each([true, false])('adds, changes and removes, and leaves the others, active: %s', async (isActive) => {
      const { path, people, items } = await create(isActive)
      const [first, second, third] = items
      const delta = [
        { people_ID: people[3] },
        { ID: first.ID, '@removed': { reason: 'deleted' } },
        { ID: third.ID, people_ID: people[4] },
      ]
      const prefer = { prefer: 'return=representation' }
      const answer = await ask('PATCH', path, {
        body: { director: 'y', 'characters@odata.delta': delta },
        headers: prefer,
      })
      expect([answer.status, answer.body.director]).toEqual([200, 'y'])
      expect(await linked(path)).toEqual([people[1], people[3], people[4]])
      const url = `Film2People(ID=${String(second.ID)},IsActiveEntity=${String(isActive)})`
      const removed = [{ '@odata.removed': { reason: 'changed' }, '@odata.id': url }]
      expect((await ask('PATCH', path, { body: { 'characters@delta': removed } })).status).toBe(204)
      expect(await linked(path)).toEqual([people[3], people[4]])
      expect((await ask('PATCH', path, { body: { 'characters@delta': [] } })).status).toBe(204)
      expect(await linked(path)).toEqual([people[3], people[4]])
    })

    test('is refused with its place where it says nothing', async () => {
      const { path, people, items } = await create(true)
      const link = { people_ID: people[5] }
      for (const [method, body, target] of [
        ['PATCH', { 'characters@delta': [link, { '@removed': {} }] }, 'characters[1]'],
        ['PATCH', { 'characters@delta': [{ people_ID: 5 }] }, undefined],
        ['PATCH', { 'characters@delta': {} }, 'characters'],
        ['PATCH', { 'characters@delta': [link], characters: [] }, 'characters'],
        ['PATCH', { 'director@delta': [] }, 'director'],
        ['PATCH', { 'nothing@odata.delta': [] }, 'nothing'],
        ['PATCH', { characters: [{ ...link, '@removed': {} }] }, 'characters[0]'],
        ['PUT', { title: 'x', 'characters@delta': [link] }, 'characters'],
      ] as const) {
        const answer = await ask(method, path, { body })
        expect([body, answer.status]).toEqual([body, 400])
        if (target) expect(answer.body.error.target).toBe(target)
      }
      expect((await ask('POST', 'Film', { body: { title: 'x', 'characters@delta': [link] } })).status).toBe(400)
      expect(await linked(path)).toEqual(items.map(({ people_ID }) => people_ID))
    })
  })
})
