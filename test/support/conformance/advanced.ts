import { multipart, part, readMultipart } from '../odata.ts'
import { aFilm, aPlanet, ask, get, propertyOf, type Row, rows, titles } from './ask.ts'

export const ADVANCED: readonly Row[] = [
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
    '4.01',
    'a query in a body, and filters as segments of paths and expressions',
    async () => {
      const headers = { 'content-type': 'text/plain' }
      const { status, body } = await ask('POST', 'Film/$query', { headers, body: "$filter=title eq 'A New Hope'" })
      expect([status, body.value.length]).toEqual([200, 1])
      const condition = "$filter(people/name eq 'Luke Skywalker')"
      expect(await propertyOf(`${await aFilm()}/characters/${condition}/$count`)).toBe('1')
      expect(await titles(`$filter=characters/${condition}/$count eq 1 and episode_id eq 4`)).toEqual(['A New Hope'])
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
