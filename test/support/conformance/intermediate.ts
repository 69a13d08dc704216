import { basic } from '../users.ts'
import { ask, get, metadata, refused, type Row, rows, titles } from './ask.ts'

export const INTERMEDIATE: readonly Row[] = [
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
        "matchesPattern(title,'^A [^ ]* Hope$')",
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
