import { randomUUID } from 'node:crypto'
import { belowService, send } from '../odata.ts'
import { app, ask, created, get, metadata, propertyOf, refused, type Row, rows } from './ask.ts'

/** OData CSDL 4.0, section 4.4. */
const PRIMITIVE_TYPES: ReadonlySet<string> = new Set(
  [
    ...[
      'Binary',
      'Boolean',
      'Byte',
      'Date',
      'DateTimeOffset',
      'Decimal',
      'Double',
      'Duration',
      'Guid',
      'Int16',
      'Int32',
    ],
    ...['Int64', 'SByte', 'Single', 'Stream', 'String', 'TimeOfDay'],
  ].map((name) => `Edm.${name}`),
)

/**
 * The conformance levels of OData 4.0, numbered as in OData 4.01, Part 1, section 12.1: 16 and 17 are about asynchronous
 * requests, which are not offered.
 */
export const MINIMAL: readonly Row[] = [
  ['1', 'a service document is at the root', async () => expect((await get('')).body.value).not.toHaveLength(0)],
  ['2', 'data is JSON', async () => expect((await get('Film')).headers['content-type']).toMatch(/^application\/json/)],
  [
    '3',
    'partial results have a next link that leads on',
    async () => {
      const first = await get('People?$select=name', { prefer: 'maxpagesize=5' })
      expect(first.body.value).toHaveLength(5)
      const next = await get(belowService(first.body['@odata.nextLink']), { prefer: 'maxpagesize=5' })
      expect(next.body.value[0]).not.toEqual(first.body.value[0])
    },
  ],
  ['4', 'answers name the version', async () => expect((await get('Film')).headers['odata-version']).toBe('4.0')],
  ['5', 'a format that is not offered is refused', () => refused('Film', { accept: 'application/xml' }, 406)],
  ['5', 'a maximum version below 4.0 is refused', () => refused('Film', { 'odata-maxversion': '3.0' }, 400)],
  [
    '5',
    'a client of a later version is answered in the latest',
    async () => {
      for (const version of ['4.01', '4.02', '5.0'])
        expect((await get('Film', { 'odata-maxversion': version })).headers['odata-version']).toBe('4.01')
    },
  ],
  [
    '6',
    'options, headers, preferences and annotations that are made up are passed over',
    async () => {
      await get('Planet?sap-client=1&x=1&$top=1', { 'x-own': '1', prefer: 'own=1' })
      const body = { name: 'Annotated', '@own.note': 'x', 'name@own.note': 1 }
      expect(await created('Planet', body)).toMatchObject({ name: 'Annotated' })
    },
  ],
  [
    '7',
    'a query option that is not understood is refused',
    async () => {
      for (const option of ['$foo=1', '$top=-1', '$skip=-1', '$top=x', '$search=AND', '$filter=title eq'])
        await refused(`Film?${option}`, {}, 400)
    },
  ],
  [
    '8',
    'a key that is no GUID is refused',
    async () => {
      await refused('Film(ID=abc,IsActiveEntity=true)', {}, 400)
      expect((await ask('POST', 'People', { body: { ID: 'abc', name: 'x' } })).status).toBe(400)
    },
  ],
  [
    '8',
    'only types of OData have values',
    async () => {
      const types = [...(await metadata()).matchAll(/<Property [^>]*Type="([^"]*)"/g)].map(([, type]) => type!)
      const isKnown = (type: string): boolean => PRIMITIVE_TYPES.has(type) || /^SagaFilm\.\w+$/.test(type)
      expect(types.length).toBeGreaterThan(100)
      expect(
        types.map((type) => /^Collection\((.*)\)$/.exec(type)?.[1] ?? type).filter((type) => !isKnown(type)),
      ).toEqual([])
    },
  ],
  [
    '9',
    'whoever does not know annotations misses nothing',
    async () => {
      const path = 'People?$orderby=name&$top=2&$expand=homeworld'
      const plain = await get(path, { accept: 'application/json;odata.metadata=none' })
      expect(plain.text).not.toContain('@')
      const withoutAnnotations = JSON.stringify((await get(path)).body, (name, value: unknown) =>
        name.includes('@') ? undefined : value,
      )
      expect(plain.body).toEqual(JSON.parse(withoutAnnotations))
    },
  ],
  [
    '10',
    'what the service maintains is declared, and nobody else sets it',
    async () => {
      for (const service of ['SagaFilm', 'SagaEpisode']) {
        const text = await metadata(service)
        const maintained = [...text.matchAll(/<EntityType Name="(\w+)"[^]*?<\/EntityType>/g)].flatMap(([type, name]) =>
          [...type.matchAll(/<Property Name="((?:created|modified)(?:At|By))"/g)].map(
            ([, each]) => `${name!}/${each!}`,
          ),
        )
        expect(maintained.length).toBeGreaterThan(20)
        for (const path of maintained) {
          const [, terms] = new RegExp(`Target="${service}.${path}">([^]*?)</Annotations>`).exec(text) ?? []
          expect([path, terms]).toEqual([path, expect.stringContaining('Term="Core.Computed" Bool="true"')])
        }
      }
      const sent = { name: 'Maintained', createdBy: 'eve', modifiedAt: '1977-05-25T00:00:00Z' }
      const { createdBy, modifiedAt } = await created('Planet', sent)
      expect([createdBy === 'eve', modifiedAt!.startsWith('1977')]).toEqual([false, false])
    },
  ],
  [
    '10',
    'PATCH changes what is sent; PUT resets the rest',
    async () => {
      const { ID } = await created('People', { name: 'Updated', height: '180' })
      expect((await ask('PATCH', `People(${ID!})`, { body: { mass: '80' } })).status).toBe(204)
      expect((await get(`People(${ID!})`)).body).toMatchObject({ height: '180', mass: '80' })
      expect((await ask('PUT', `People(${ID!})`, { body: { name: 'Replaced' } })).status).toBeLessThan(300)
      expect((await get(`People(${ID!})`)).body).toMatchObject({ name: 'Replaced', height: null, mass: null })
    },
  ],
  [
    '11',
    'no key is null',
    async () => {
      await created('Film', { title: 'Without credits', IsActiveEntity: true })
      expect((await rows('directors')).filter(({ director }) => director === null)).toEqual([])
    },
  ],
  [
    '12',
    '$expand brings related rows',
    async () =>
      expect((await rows("Film?$filter=title eq 'A New Hope'&$expand=characters"))[0]!['characters']).not.toHaveLength(
        0,
      ),
  ],
  [
    '13',
    '$metadata describes the service',
    async () => expect((await get('$metadata')).text).toContain('<EntityType Name="Film">'),
  ],
  [
    '14',
    'preferences are known with and without odata.',
    async () => {
      for (const prefer of ['maxpagesize=1', 'odata.maxpagesize=1'])
        expect((await get('Film', { prefer })).headers['preference-applied']).toBe(prefer)
    },
  ],
  [
    '18',
    'records are edited where their keys say',
    async () => {
      const { ID, '@odata.editLink': link } = await created('Planet', { name: 'Edited' })
      expect(link).toBeUndefined()
      expect((await ask('PATCH', `Planet(${ID!})`, { body: { climate: 'wet' } })).status).toBe(204)
      expect(await propertyOf(`Planet(${ID!})/climate/$value`)).toBe('wet')
    },
  ],
  [
    '19',
    'POST to an entity set creates',
    async () => expect(await created('Planet', { name: 'Created' })).toHaveProperty('ID'),
  ],
  [
    '20',
    'POST to a collection of related rows creates one',
    async () => {
      const film = await created('Film', { title: 'Linked', IsActiveEntity: true })
      const [person] = await rows('People?$top=1')
      const path = `Film(ID=${film['ID']!},IsActiveEntity=true)/characters`
      expect((await ask('POST', path, { body: { people_ID: person!['ID'] } })).status).toBe(201)
    },
  ],
  [
    '21, 22, 25',
    'references are set, added to a collection, and removed',
    async () => {
      const [{ ID: planet }, { ID: person }] = [
        await created('Planet', { name: 'Referred to' }),
        await created('People', { name: 'Referring' }),
      ]
      const reference = `People(${person!})/homeworld/$ref`
      const homeworld = async (): Promise<unknown> => (await get(`People(${person!})`)).body.homeworld_ID
      for (const [method, path, body, expected] of [
        ['PUT', reference, { '@odata.id': `Planet(${planet!})` }, planet],
        ['DELETE', reference, undefined, null],
        ['POST', `Planet(${planet!})/residents/$ref`, { '@odata.id': `People(${person!})` }, planet],
        ['DELETE', `Planet(${planet!})/residents/$ref?$id=../../People(${person!})`, undefined, null],
      ] as const) {
        expect((await ask(method, path, { body })).status).toBe(204)
        expect(await homeworld()).toBe(expected)
      }
    },
  ],
  [
    '23, 24',
    'what was created can be changed and deleted at its Location',
    async () => {
      const answer = await ask('POST', 'Planet', { body: { name: 'To be deleted' } })
      const location = new URL(answer.headers['location']!).pathname
      expect((await send(app, 'PATCH', location, { body: { climate: 'dry' } })).status).toBe(204)
      expect((await send(app, 'DELETE', location)).status).toBe(204)
      expect((await send(app, 'GET', location)).status).toBe(404)
    },
  ],
  [
    '26',
    'If-Match is obeyed, and not demanded',
    async () => {
      const { ID } = await created('Film', { title: 'Tagged', IsActiveEntity: true })
      const path = `Film(ID=${ID!},IsActiveEntity=true)`
      const stale = { 'if-match': 'W/"1999-01-01T00:00:00.000Z"' }
      expect((await ask('PATCH', path, { headers: stale, body: { title: 'x' } })).status).toBe(412)
      const { body } = await get(path)
      const current = { 'if-match': body['@odata.etag'] as string }
      expect((await ask('PATCH', path, { headers: current, body: { title: 'y' } })).status).toBe(204)
      expect((await ask('PATCH', path, { body: { title: 'z' } })).status).toBe(204)
    },
  ],
  [
    '27',
    'the Location of a draft can be read',
    async () => {
      const answer = await ask('POST', 'Film', { body: { title: 'A draft' } })
      expect((await send(app, 'GET', new URL(answer.headers['location']!).pathname)).body.title).toBe('A draft')
    },
  ],
  [
    '28',
    'an answer without content names the entity',
    async () => {
      const answer = await ask('POST', 'Planet', { headers: { prefer: 'return=minimal' }, body: { name: 'Quiet' } })
      expect([answer.status, answer.headers['odata-entityid']]).toEqual([204, answer.headers['location']])
    },
  ],
  [
    '29',
    'PUT to a key that is not there creates',
    async () => {
      const ID = randomUUID()
      expect((await ask('PUT', `Planet(${ID})`, { body: { name: 'Put' } })).status).toBe(201)
      expect((await get(`Planet(${ID})`)).body.name).toBe('Put')
    },
  ],
  [
    '29',
    'and so does PATCH, unless the record has to be there',
    async () => {
      const ID = randomUUID()
      const conditional = { headers: { 'if-match': '*' }, body: { name: 'x' } }
      expect((await ask('PATCH', `Planet(${ID})`, conditional)).status).toBeGreaterThanOrEqual(400)
      expect((await ask('PATCH', `Planet(${ID})`, { body: { name: 'Patched' } })).status).toBeLessThan(300)
      expect((await get(`Planet(${ID})`)).body.name).toBe('Patched')
    },
  ],
  [
    '30, 31',
    'a property can be set and nulled by itself',
    async () => {
      const { ID } = await created('Planet', { name: 'One property', climate: 'dry' })
      expect((await ask('PUT', `Planet(${ID!})/climate`, { body: { value: 'wet' } })).status).toBeLessThan(300)
      expect((await get(`Planet(${ID!})/climate`)).body.value).toBe('wet')
      expect((await ask('DELETE', `Planet(${ID!})/climate`)).status).toBe(204)
      expect((await ask('GET', `Planet(${ID!})/climate`)).status).toBe(204)
    },
  ],
  [
    '32',
    'related rows are created and bound along',
    async () => {
      const [planet] = await rows("Planet?$filter=name eq 'Tatooine'")
      const bound = { name: 'Bound', 'homeworld@odata.bind': `Planet(${planet!['ID'] as string})` }
      const { ID } = await created('People', bound)
      expect((await get(`People(${ID!})/homeworld`)).body.name).toBe('Tatooine')
    },
  ],
]
