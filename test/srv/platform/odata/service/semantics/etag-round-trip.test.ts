/** Whatever ETag a client is given, wherever it comes from, is good for the next change and the next read. */
import { type Ask, ways } from '../../../../../support/odata.ts'
import { borrowAppOn } from '../../../../../support/borrowed-server.ts'
import { DATABASES } from '../../../../../support/server-on.ts'

type Json = any // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

const SERVICES = ['SagaFilm', 'SagaEpisode', '-data']
const SOME_TAG = '"some-tag"'

const literal = (value: unknown, type?: string): string =>
  type === undefined ? encodeURIComponent(`'${String(value).replaceAll("'", "''")}'`) : String(value)

/** Where something single is read, and a change of it that changes nothing. */
interface Address {
  readonly path: string
  readonly method: 'PATCH' | 'PUT'
  readonly body: object
}

const MANAGED = /^(created|modified)/

/** The addresses of a service under which something single is read, for its first record of each entity set. */
async function addressesOf(ask: Ask): Promise<Address[]> {
  const { body: model } = await ask('GET', '$metadata?$format=json')
  const types = Object.values<Json>(model).find((each) => each.EntityContainer)
  const sets = Object.keys(types.EntityContainer).filter((name) => types[name]?.$Key)
  const found = sets.map(async (set): Promise<Address[]> => {
    const { body: page } = await ask('GET', `${set}?$top=1`)
    const [row] = page.value
    if (!row) return []
    const type = types[set]
    const isOwn = (name: string): boolean =>
      /^[a-z]/i.test(name) && row[name] !== null && !type.$Key.includes(name) && !MANAGED.test(name)
    const members = Object.keys(type).filter(isOwn)
    const one = members.filter((name) => type[name].$Kind && !type[name].$Collection)
    const name = members.find((each) => !type[each].$Kind && each in row)
    const key = type.$Key.map((each: string) => `${each}=${literal(row[each], type[each].$Type)}`).join(',')
    const record = `${set}(${key})`
    const read = [record, `${record}?$select=${type.$Key[0]}`, `${record}/$ref`, `${set}/$count`]
    const whole = [...read, ...one.flatMap((each) => [`${record}/${each}`, `${record}/${each}/$ref`])]
    const values = name ? [`${record}/${name}`, `${record}/${name}/$value`] : []
    return [
      ...whole.map((path) => ({ path, method: 'PATCH' as const, body: name ? { [name]: row[name] } : {} })),
      ...values.map((path) => ({ path, method: 'PUT' as const, body: { value: row[name!] } })),
    ]
  })
  return (await Promise.all(found)).flat()
}

describe.each(DATABASES)('%s', (database) => {
  const app = borrowAppOn(database)

  describe.each(SERVICES)('%s', (service) => {
    test.each(ways(app, service))('an ETag that is read can be sent back, %s', async (way, ask) => {
      if (service === '-data') await ask('POST', 'Data', { body: { dummy: `of ${way}`, record: [] } })
      const addresses = await addressesOf(ask)
      expect(addresses.length).toBeGreaterThan(10)
      let tagged = 0
      for (const { path, method, body } of addresses) {
        const read = await ask('GET', path)
        const { etag } = read.headers
        const own = read.body?.['@odata.etag'] as string | undefined
        // What was kept in memory is answered alike.
        expect([path, (await ask('GET', path)).headers['etag']]).toEqual([path, etag])
        if (own !== undefined) expect([path, etag]).toEqual([path, own])
        if (etag === undefined) {
          const conditional = await ask('GET', path, { headers: { 'if-none-match': SOME_TAG } })
          expect([path, conditional.status]).toEqual([path, read.status])
          continue
        }
        tagged += 1
        expect([path, (await ask('GET', path, { headers: { 'if-none-match': etag } })).status]).toEqual([path, 304])
        const change = path.replace(/\?.*/, '')
        const changed = await ask(method, change, { body, headers: { 'if-match': etag } })
        const plain = await ask(method, change, { body })
        expect([change, changed.status]).toEqual([change, plain.status])
      }
      expect(tagged > 0).toBe(service === 'SagaFilm')
    })
  })

  test.each(ways(app, 'SagaFilm'))('an ETag of a change is good for the next one, %s', async (_, ask) => {
    for (const [set, name] of [
      ['Film', 'title'],
      ['People', 'name'],
    ] as const) {
      const created = await ask('POST', set, {
        body: { [name]: 'New', ...(set === 'Film' && { IsActiveEntity: true }) },
      })
      const { ID } = created.body
      const path = set === 'Film' ? `Film(ID=${ID},IsActiveEntity=true)` : `${set}(${ID})`
      const prefer = { prefer: 'return=representation' }
      let { etag } = created.headers
      const changes = [
        () => ask('PATCH', path, { body: { [name]: 'A' }, headers: { ...prefer, ...(etag && { 'if-match': etag }) } }),
        () => ask('PATCH', path, { body: { [name]: 'B' }, headers: etag ? { 'if-match': etag } : {} }),
        () => ask('PUT', path, { body: { [name]: 'C' }, headers: etag ? { 'if-match': etag } : {} }),
        () => ask('PUT', `${path}/${name}`, { body: { value: 'D' }, headers: etag ? { 'if-match': etag } : {} }),
        () => ask('DELETE', path, { headers: etag ? { 'if-match': etag } : {} }),
      ]
      for (const change of changes) {
        expect([set, etag === undefined]).toEqual([set, set === 'People'])
        const { status, headers } = await change()
        expect([set, status < 300]).toEqual([set, true])
        etag = headers['etag']
      }
    }
  })
})
