/**
 * What OData asks of a service, item by item, on each database: every MUST of its three levels with the request that shows
 * it, and what a service may leave out with how it is refused or passed over.
 */
import { randomUUID } from 'node:crypto'
import {
  type Answer,
  belowService,
  multipart,
  type Options,
  part,
  readMultipart,
  send,
} from '../../../support/odata.ts'
import { borrowServerOn } from '../../../support/borrowed-server.ts'
import { DATABASES } from '../../../support/server-on.ts'
import { basic } from '../../../support/users.ts'
import type { App } from '../../../support/app.ts'

/** The server of the database that is tested at the moment. */
let app = {} as App

const ask = (method: string, path: string, options?: Options): Promise<Answer> =>
  send(app, method, `/odata/v4/SagaFilm/${path}`, options)

const get = async (path: string, headers?: Record<string, string>): Promise<Answer> => {
  const answer = await ask('GET', path, headers && { headers })
  expect([path, answer.status]).toEqual([path, 200])
  return answer
}

const rows = async (path: string): Promise<Record<string, unknown>[]> => (await get(path)).body.value

const refused = async (path: string, headers: Record<string, string>, status: number): Promise<void> => {
  const answer = await ask('GET', path, { headers })
  expect([path, answer.status, typeof answer.body.error.code]).toEqual([path, status, 'string'])
}

const created = async (set: string, body: object): Promise<Record<string, string>> => {
  const answer = await ask('POST', set, { body })
  expect(answer.status).toBe(201)
  return answer.body
}

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

type Row = readonly [requirement: string, statement: string, check: () => Promise<void>]

const propertyOf = async (path: string): Promise<string> => (await get(path)).text

/** `$metadata` as XML. */
const metadata = (service = 'SagaFilm'): Promise<string> =>
  send(app, 'GET', `/odata/v4/${service}/$metadata`).then(({ text }) => text)

const aFilm = async (): Promise<string> => {
  const [film] = await rows("Film?$filter=title eq 'A New Hope'")
  return `Film(ID=${film!['ID'] as string},IsActiveEntity=true)`
}

const aPlanet = async (): Promise<string> => (await rows("Planet?$filter=name eq 'Tatooine'"))[0]!['ID'] as string

/**
 * The conformance levels of OData 4.0, numbered as in OData 4.01, Part 1, section 12.1: 16 and 17 are about asynchronous
 * requests, which are not offered.
 */
const MINIMAL: readonly Row[] = [
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

const titles = async (query: string): Promise<unknown[]> =>
  (await rows(`Film?$select=title&${query}`)).map(({ title }) => title)

const INTERMEDIATE: readonly Row[] = [
  [
    '2',
    'what cannot be read is refused',
    async () => {
      await refused('Film(', {}, 404)
      for (const path of ['Film?$filter=(title', 'Film?$orderby=title up', 'Film?$select=', 'Film/$count/x'])
        await refused(path, {}, 400)
    },
  ],
  ['4', 'there are no derived types', async () => expect(await metadata()).not.toContain('BaseType=')],
  [
    '10',
    'Basic authentication',
    async () => {
      await get('Film?$top=1', basic('editor'))
      expect((await ask('GET', 'Film?$top=1', { headers: basic('editor', 'wrong') })).status).toBe(401)
    },
  ],
  [
    '3',
    '$select',
    async () => expect(Object.keys((await rows('People?$select=name&$top=1'))[0]!).sort()).toEqual(['ID', 'name']),
  ],
  [
    '5, 12, 13, 17',
    '$top, $skip, $count, $orderby',
    async () => {
      const { body } = await get(
        'Film?$orderby=release_date desc&$skip=1&$top=2&$count=true&$filter=episode_id gt 0 and episode_id lt 10',
      )
      expect(body['@odata.count']).toBe(9)
      expect(body.value.map(({ title }: { title: string }) => title)).toEqual(['The Last Jedi', 'The Force Awakens'])
    },
  ],
  [
    '6',
    '$value of a property',
    async () => {
      const [film] = await rows("Film?$filter=title eq 'A New Hope'")
      expect((await get(`Film(ID=${film!['ID'] as string},IsActiveEntity=true)/title/$value`)).text).toBe('A New Hope')
    },
  ],
  [
    '7.1',
    'eq and ne',
    async () => expect(await titles("$filter=episode_id eq 4 and title ne 'x'")).toEqual(['A New Hope']),
  ],
  [
    '7.2',
    'aliases for parameters',
    async () => expect(await titles('$filter=episode_id eq @e&@e=5')).toEqual(['The Empire Strikes Back']),
  ],
  [
    '7.3',
    'add, sub, mul, div and mod',
    async () => {
      for (const expression of [
        'episode_id add 1 eq 5',
        'episode_id sub 1 eq 3',
        'episode_id mul 2 eq 8',
        '12 div episode_id eq 3 and episode_id ne 0',
        'episode_id mod 5 eq 4 and episode_id lt 9',
      ])
        expect([expression, await titles(`$filter=${expression}`)]).toEqual([expression, ['A New Hope']])
    },
  ],
  [
    '7.3',
    'and, or, not, in, gt, ge, lt, le',
    async () =>
      expect(
        await titles(
          '$filter=(episode_id in (4,5) or episode_id ge 9) and not (episode_id gt 5 and episode_id lt 10) and episode_id le 9&$orderby=episode_id',
        ),
      ).toEqual(['A New Hope', 'The Empire Strikes Back']),
  ],
  ['7.3', 'an operator that no type here has is refused', () => refused("Film?$filter=title has 'x'", {}, 400)],
  [
    '7.4',
    'canonical functions',
    async () => {
      for (const expression of [
        "contains(title,'New')",
        "startswith(title,'A New')",
        "endswith(title,'Hope')",
        'length(title) eq 10 and episode_id eq 4',
        "indexof(title,'New') eq 2",
        "substring(title,2,3) eq 'New'",
        "tolower(title) eq 'a new hope'",
        "toupper(title) eq 'A NEW HOPE'",
        "trim(title) eq 'A New Hope'",
        "concat(title,'!') eq 'A New Hope!'",
        'year(release_date) eq 1977',
        'month(release_date) eq 5 and day(release_date) eq 25 and episode_id eq 4',
        'round(episode_id) eq 4',
        'floor(episode_id) eq 4',
        'ceiling(episode_id) eq 4',
      ])
        expect([expression, await titles(`$filter=${expression}&$orderby=episode_id&$top=1`)]).toEqual([
          expression,
          ['A New Hope'],
        ])
    },
  ],
  [
    '7.5',
    '$filter inside $expand',
    async () => {
      const [film] = await rows(
        "Film?$filter=episode_id eq 4&$expand=characters($filter=people/name eq 'Luke Skywalker')",
      )
      expect(film!['characters']).toHaveLength(1)
    },
  ],
  [
    '11',
    '$search with AND, OR, NOT, phrases and parentheses',
    async () => {
      const found = await titles(
        '$search=(empire OR "new hope") AND NOT phantom&$filter=episode_id ge 4&$orderby=episode_id',
      )
      expect(found).toEqual(expect.arrayContaining(['A New Hope', 'The Empire Strikes Back']))
    },
  ],
  [
    '14, 15',
    '$expand and any, all',
    async () => {
      expect(await titles("$filter=characters/any(c:c/people/name eq 'Luke Skywalker')&$top=1")).toHaveLength(1)
      expect(await titles("$filter=planets/all(p:p/planet/name eq 'Tatooine') and planets/any()")).toEqual([])
    },
  ],
  [
    '16',
    '/$count on a path, in $filter and in $orderby',
    async () => {
      expect(Number((await get('Film/$count')).text)).toBeGreaterThan(10)
      expect(await titles('$filter=characters/$count gt 30&$orderby=characters/$count desc')).not.toHaveLength(0)
    },
  ],
]

const ADVANCED: readonly Row[] = [
  [
    '2, 3',
    '$metadata in JSON as well',
    async () => expect((await get('$metadata?$format=json')).body.$Version).toMatch(/^4/),
  ],
  [
    '4',
    '/$count below a record, of a set, and of what a filter leaves',
    async () => {
      expect(await propertyOf(`${await aFilm()}/characters/$count`)).toBe('18')
      expect(await propertyOf("Film/$count?$filter=title eq 'A New Hope'")).toBe('1')
    },
  ],
  [
    '5',
    'any and all, inside each other',
    async () => {
      const onTatooine = "planets/any(p:p/planet/residents/any(r:r/name eq 'Luke Skywalker'))"
      expect(await titles(`$filter=${onTatooine} and episode_id eq 4`)).toEqual(['A New Hope'])
      expect(await titles('$filter=characters/all(c:c/people/name ne null) and episode_id eq 4')).toHaveLength(1)
    },
  ],
  [
    '6, 7, 8',
    '$skip, $count, and $orderby in both directions',
    async () => {
      const saga = '$filter=episode_id gt 0 and episode_id lt 10&$select=episode_id&$count=true'
      const episodes = async (options: string): Promise<unknown[]> => {
        const { body } = await get(`Film?${saga}&${options}`)
        return [body['@odata.count'], ...body.value.map(({ episode_id }: { episode_id: number }) => episode_id)]
      }
      expect(await episodes('$orderby=episode_id asc&$skip=7')).toEqual([9, 8, 9])
      expect(await episodes('$orderby=episode_id desc,title asc&$skip=6')).toEqual([9, 3, 2, 1])
    },
  ],
  [
    '9',
    '$filter, $orderby, $count, $top, $skip and $search inside $expand',
    async () => {
      const options =
        '$filter=people/name ne null;$orderby=people/name;$count=true;$top=2;$skip=1;$expand=people($select=name)'
      const [film] = await rows(`Film?$filter=episode_id eq 4&$expand=characters(${options})`)
      expect(film).toMatchObject({ 'characters@odata.count': 18, characters: [expect.anything(), expect.anything()] })
      const [planet] = await rows("Planet?$filter=name eq 'Tatooine'&$expand=residents($search=luke)")
      expect(planet!['residents']).toHaveLength(1)
    },
  ],
  [
    '9',
    'references and counts inside $expand',
    async () => {
      const [film] = await rows('Film?$filter=episode_id eq 4&$expand=characters/$ref($top=1),planets/$count')
      expect(film).toMatchObject({
        characters: [{ '@odata.id': expect.stringContaining('/Film2People(') as string }],
        'planets@odata.count': expect.any(Number) as number,
      })
    },
  ],
  [
    '12',
    'references, records by their URL, and keys as segments in resource paths',
    async () => {
      const { body } = await get('Film/$ref?$filter=episode_id eq 4')
      expect(body['@odata.context']).toMatch(/\$metadata#Collection\(\$ref\)$/)
      const id = (body.value as Record<string, string>[])[0]!['@odata.id']!
      const record = (await get(`$entity?$id=${id}&$select=title`)).body
      expect(record.title).toBe('A New Hope')
      expect((await get(`Film/${record.ID as string}/true/title`)).body.value).toBe('A New Hope')
    },
  ],
  [
    '10',
    '$search',
    async () =>
      expect((await rows('People?$search="luke skywalker"')).map(({ name }) => name)).toEqual(['Luke Skywalker']),
  ],
  [
    '11',
    '$batch in multipart, with a change set that refers to what it makes',
    async () => {
      const made = part('POST', 'People', { body: { name: 'In a batch' } }, '1')
      const changed = part('PATCH', '$1', { body: { mass: '70' } }, '2')
      const inSet = `Content-Type: multipart/mixed;boundary=c\r\n\r\n${multipart('c', made, changed)}`
      const body = multipart('b', part('GET', 'Film?$top=1'), inSet, part('GET', '$1?$select=mass'))
      const { headers, text } = await ask('POST', '$batch', {
        headers: { 'content-type': 'multipart/mixed;boundary=b', accept: 'multipart/mixed' },
        body,
      })
      const answers = readMultipart(headers['content-type']!, text)
      expect(answers.map(({ status }) => status)).toEqual([200, 201, 204, 200])
      expect(answers[3]!.body.mass).toBe('70')
    },
  ],
  [
    '11',
    '$batch in JSON',
    async () => {
      const body = { requests: [{ id: '1', method: 'GET', url: '/Film?$top=1' }] }
      expect((await ask('POST', '$batch', { body })).body.responses[0].status).toBe(200)
    },
  ],
  [
    '12',
    'paths: keys in all their forms, properties, navigations and what lies behind them',
    async () => {
      const planet = await aPlanet()
      for (const path of [`Planet(${planet})`, `Planet(ID=${planet})`, `Planet/${planet}`, `Planet(@p)?@p=${planet}`])
        expect([path, (await get(path)).body.name]).toEqual([path, 'Tatooine'])
      expect((await get(`Planet(${planet})/name`)).body.value).toBe('Tatooine')
      expect(await propertyOf(`Planet(${planet})/name/$value`)).toBe('Tatooine')
      const [resident] = await rows(`Planet(${planet})/residents?$filter=name eq 'Luke Skywalker'`)
      expect((await get(`People(${resident!['ID'] as string})/homeworld/name`)).body.value).toBe('Tatooine')
      expect((await get(`Planet(${planet})/residents(${resident!['ID'] as string})`)).body.name).toBe('Luke Skywalker')
      expect((await get("directors('George Lucas')")).body.director).toBe('George Lucas')
    },
  ],
  [
    '16',
    '$compute',
    async () =>
      expect(await rows('Film?$compute=episode_id add 1 as next&$select=next&$filter=episode_id eq 4')).toEqual([
        expect.objectContaining({ next: 5 }),
      ]),
  ],
  [
    'Aggregation',
    '$apply groups and aggregates',
    async () => {
      const [largest] = await rows(
        'People?$apply=filter(gender ne null)/groupby((gender),aggregate($count as people))&$orderby=people desc&$top=1',
      )
      const people = Number(await propertyOf("People/$count?$filter=gender eq 'male'"))
      expect(largest).toEqual(expect.objectContaining({ gender: 'male', people }))
    },
  ],
]

/**
 * What a service may leave out: refused in words, or passed over where a preference may be, and said in `$metadata`. The
 * numbers are those of the levels: Minimal, Intermediate, Advanced.
 */
const NOT_OFFERED: readonly Row[] = [
  [
    'A9.8',
    '$levels of what leads to records of another kind',
    () => refused('Film?$expand=characters($levels=2)', {}, 400),
  ],
  ['A12', '$all', () => refused('$all', {}, 404)],
  [
    'M16, A13',
    'nothing is answered later: respond-async is passed over',
    async () => {
      const { status, headers } = await get('Film?$top=1', { prefer: 'respond-async,wait=0' })
      expect([status, headers['preference-applied'], headers['location']]).toEqual([200, undefined, undefined])
      const made = await ask('POST', 'Planet', { headers: { prefer: 'respond-async' }, body: { name: 'At once' } })
      expect([made.status, made.headers['preference-applied']]).toEqual([201, undefined])
      const body = { requests: [{ id: '1', method: 'GET', url: '/Film?$top=1' }] }
      expect((await ask('POST', '$batch', { headers: { prefer: 'respond-async' }, body })).status).toBe(200)
    },
  ],
  [
    'A14',
    'changes are not tracked: the preference is passed over, and what would ask for them refused',
    async () => {
      for (const prefer of ['track-changes', 'odata.track-changes']) {
        const { headers, text } = await get('Planet?$top=1', { prefer })
        expect([headers['preference-applied'], text.includes('deltaLink')]).toEqual([undefined, false])
      }
      for (const path of ['Planet?$deltatoken=1', 'Planet/$delta', 'Planet/$delta?$deltatoken=1'])
        await refused(path, {}, 400)
    },
  ],
  ['A15', '$crossjoin', () => refused('$crossjoin(Film,People)?$filter=Film/title eq People/name', {}, 400)],
  [
    'M33',
    'changes of whole sets but for deltas',
    async () => {
      for (const [method, path, status] of [
        ['PATCH', 'Planet', 400],
        ['DELETE', 'Planet', 405],
        ['PATCH', 'Planet/$each', 400],
        ['DELETE', "Planet/$filter(@f)/$each?@f=name eq 'x'", 400],
      ] as const) {
        const answer = await ask(method, path, method === 'PATCH' ? { body: { climate: 'wet' } } : {})
        expect([path, answer.status, typeof answer.body.error.code]).toEqual([path, status, 'string'])
      }
    },
  ],
  [
    '4.01',
    'a query in a body, filters as segments, and options of later versions',
    async () => {
      const headers = { 'content-type': 'text/plain' }
      const answer = await ask('POST', 'Planet/$query', { headers, body: '$top=1' })
      expect([answer.status, answer.body.error.code]).toEqual([400, 'NOT_SUPPORTED'])
      for (const path of ["Planet/$filter(@f)?@f=name eq 'x'", 'Planet?$schemaversion=1', 'Planet?$index=0'])
        await refused(path, {}, 400)
    },
  ],
  [
    'all',
    'and $metadata says so',
    async () => {
      for (const service of ['SagaFilm', 'SagaEpisode', '-data']) {
        const text = await metadata(service)
        for (const term of ['AsynchronousRequestsSupported', 'CrossJoinSupported'])
          expect(text).toContain(`<Annotation Term="Capabilities.${term}" Bool="false"/>`)
      }
    },
  ],
  [
    '4.01',
    'links within deltas, deltas in parts that fail, and conditions of requests of a batch',
    async () => {
      const planet = { '@id': `Planet(${await aPlanet()})`, climate: 'lost' }
      const link = { '@context': '#People/$link', source: 'People', relationship: 'homeworld', target: 'Planet' }
      const headers = { prefer: 'continue-on-error' }
      const answer = await ask('PATCH', 'Planet', { headers, body: { '@context': '#$delta', value: [planet, link] } })
      expect([answer.status, answer.headers['preference-applied']]).toEqual([400, undefined])
      expect((await get(`Planet(${await aPlanet()})`)).body.climate).not.toBe('lost')
      const requests = [{ id: '1', method: 'GET', url: 'Film', if: 'true' }]
      expect((await ask('POST', '$batch', { body: { requests } })).status).toBe(400)
    },
  ],
  ['I7.4', 'geo functions', () => refused('Film?$filter=geo.length(title) eq 1', {}, 400)],
  ['I7.4', 'matchesPattern', () => refused("Film?$filter=matchesPattern(title,'^A')", {}, 400)],
]

describe.each(DATABASES)('OData v4 conformance on %s', (database) => {
  let stop: () => Promise<void>
  beforeAll(async () => {
    const server = await borrowServerOn(database)
    app = { url: server.url } as App
    stop = () => server.stop()
  }, 120_000)
  afterAll(() => stop())

  describe.each([
    ['Minimal', MINIMAL],
    ['Intermediate', INTERMEDIATE],
    ['Advanced', ADVANCED],
    ['not offered', NOT_OFFERED],
  ])('%s', (_level, table) => {
    test.each(table)('%s: %s', async (_requirement, _statement, check) => check())
  })
})
