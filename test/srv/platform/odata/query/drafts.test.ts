import fc from 'fast-check'
import cds from '@sap/cds'
import {
  type Condition,
  mapLeaves,
  parseCondition,
  printCondition,
} from '../../../../../srv/platform/odata/query/drafts/choices.ts'
import { mergeSorted } from '../../../../../srv/platform/odata/query/drafts/read-both-sides.ts'
import { startApp } from '../../../../support/app.ts'
import { client, type Row, withQuery } from '../../../../support/client.ts'

const app = startApp()
const alice = client(app, 'SagaFilm')
const bob = client(app, 'SagaFilm', 'bob')

const key = (row: Row, isActive: boolean): string => `Film(ID=${String(row['ID'])},IsActiveEntity=${String(isActive)})`

/** Films of the tests: A and B are in edit by alice, C by bob, D by nobody; E is a new draft of alice, F of bob. */
const films: Record<string, Row> = {}

beforeAll(async () => {
  const people = await alice.rows('People?$top=2')
  const characters = people.map((row) => ({ people_ID: row['ID'] }))
  for (const name of ['A', 'B', 'C', 'D']) {
    const body = { title: `Draft test ${name}`, director: name, characters, IsActiveEntity: true }
    films[name] = (await alice.post('Film', body)).data
  }
  for (const name of ['A', 'B']) await alice.post(`${key(films[name]!, true)}/SagaFilm.draftEdit`)
  await bob.post(`${key(films['C']!, true)}/SagaFilm.draftEdit`)
  films['E'] = (await alice.post('Film', { title: 'Draft test E', director: 'E', characters })).data
  films['F'] = (await bob.post('Film', { title: 'Draft test F', director: 'F' })).data
  await alice.patch(key(films['B']!, false), { title: 'Draft test B, edited' })
})

const OURS = "startswith(title,'Draft test')"

/** The rows of the tests that a filter finds, as letters, with a prime for drafts. */
const found = async (filter: string, user = alice, options: Record<string, string> = {}): Promise<string[]> => {
  const rows = await user.rows(withQuery('Film', { filter: `${OURS} and (${filter})`, ...options }))
  return rows.map((row) => `${String(row['director'])}${row['IsActiveEntity'] ? '' : "'"}`)
}

describe('filters by draft fields', () => {
  test.each<[filter: string, rows: string[]]>([
    ['HasDraftEntity eq true', ['A', 'B', 'C']],
    ['HasDraftEntity', ['A', 'B', 'C']],
    ['HasDraftEntity eq false', ['D']],
    ['not HasDraftEntity', ['D']],
    ['not (HasDraftEntity eq true)', ['D']],
    ['HasDraftEntity ne true', ['D']],
    ['HasDraftEntity in (true,false)', ['A', 'B', 'C', 'D']],
    ['HasDraftEntity eq null', []],
    ['IsActiveEntity eq true', ['A', 'B', 'C', 'D']],
    ['IsActiveEntity ne false', ['A', 'B', 'C', 'D']],
    ['IsActiveEntity eq false', ["A'", "B'", "E'"]],
    ['not IsActiveEntity', ["A'", "B'", "E'"]],
    ['IsActiveEntity eq true or IsActiveEntity eq false', ['A', "A'", 'B', "B'", 'C', 'D', "E'"]],
    ['HasActiveEntity eq true', ["A'", "B'"]],
    ['HasActiveEntity eq false', ['A', 'B', 'C', 'D', "E'"]],
    ['IsActiveEntity eq false and HasActiveEntity eq false', ["E'"]],
    ['IsActiveEntity eq true and HasDraftEntity eq false', ['D']],
    ['IsActiveEntity eq true and HasActiveEntity eq true', []],
    ["HasDraftEntity eq true and director eq 'A'", ['A']],
    ["HasDraftEntity eq true or director eq 'D'", ['A', 'B', 'C', 'D']],
    ["not (HasDraftEntity eq true or director eq 'D')", []],
    ["IsActiveEntity eq false or director eq 'C'", ["A'", "B'", 'C', "E'"]],
    ["contains(title,'edited') or IsActiveEntity eq false and director eq 'E'", ["B'", "E'"]],
    ['IsActiveEntity eq false or SiblingEntity/IsActiveEntity eq null', ["A'", "B'", 'C', 'D', "E'"]],
    ['SiblingEntity/IsActiveEntity ne null', ['A', "A'", 'B', "B'"]],
    ['(IsActiveEntity eq false or SiblingEntity/IsActiveEntity eq null) and HasDraftEntity eq true', ['C']],
    ["(IsActiveEntity eq false or SiblingEntity/IsActiveEntity eq null) and director ne 'A'", ["B'", 'C', 'D', "E'"]],
    [
      "IsActiveEntity eq true and SiblingEntity/IsActiveEntity eq null and DraftAdministrativeData/InProcessByUser ne ''",
      ['C'],
    ],
    [
      "IsActiveEntity eq true and SiblingEntity/IsActiveEntity eq null and DraftAdministrativeData/InProcessByUser eq ''",
      [],
    ],
    ["DraftAdministrativeData/CreatedByUser eq 'bob'", ['C']],
    ["DraftAdministrativeData/CreatedByUser ne 'bob' and HasDraftEntity eq true", ['A', 'B']],
    ['DraftAdministrativeData/CreatedByUser eq null', ['D']],
    ["DraftAdministrativeData/InProcessByUser eq 'bob'", ['C']],
    ['DraftAdministrativeData/DraftIsCreatedByMe eq true', ['A', 'B']],
    ['DraftAdministrativeData/DraftIsCreatedByMe eq false', ['C']],
    ['DraftAdministrativeData/DraftIsCreatedByMe ne true', ['C', 'D']],
    ['not DraftAdministrativeData/DraftIsProcessedByMe and IsActiveEntity', ['C']],
  ])('%s', async (filter, rows) => {
    expect((await found(filter)).sort()).toEqual([...rows].sort())
  })

  test('another user sees their own drafts, and that others have drafts', async () => {
    expect((await found('IsActiveEntity eq false', bob)).sort()).toEqual(["C'", "F'"])
    expect((await found('HasDraftEntity eq true', bob)).sort()).toEqual(['A', 'B', 'C'])
  })

  test('paging goes through both sides, each row once, in the order asked for', async () => {
    const filter = `${OURS} and (IsActiveEntity eq true or IsActiveEntity eq false)`
    for (const orderby of [
      'director desc,IsActiveEntity',
      'title',
      'tolower(title) desc',
      'IsActiveEntity,director',
      'HasDraftEntity,director',
    ]) {
      const all = await alice.rows(withQuery('Film', { filter, orderby }))
      expect(all).toHaveLength(7)
      for (const top of [1, 2, 3]) {
        const pages: Row[] = []
        for (let skip = 0; skip < 8; skip += top) {
          const { data } = await alice.get<{ value: Row[] }>(
            withQuery('Film', { filter, orderby, top, skip, count: true }),
          )
          expect(Number((data as unknown as Row)['@odata.count'])).toBe(7)
          pages.push(...data.value)
        }
        expect(pages).toEqual(all)
      }
    }
    expect(
      await found('IsActiveEntity eq true or IsActiveEntity eq false', alice, {
        orderby: 'director desc,IsActiveEntity',
      }),
    ).toEqual(["E'", 'D', 'C', "B'", 'B', "A'", 'A'])
  })

  test('counts agree with what is found', async () => {
    for (const [filter, count] of [
      ['HasDraftEntity eq true', 3],
      ['IsActiveEntity eq false', 3],
      ['HasActiveEntity eq false', 5],
    ] as const) {
      const { data } = await alice.get<unknown>(withQuery('Film/$count', { filter: `${OURS} and ${filter}` }))
      expect(Number(data)).toBe(count)
    }
  })

  test('$select and $expand work over both sides', async () => {
    const filter = "director eq 'A' and (IsActiveEntity eq false or IsActiveEntity eq true)"
    const expand = 'characters($select=people_ID;$expand=people($select=name))'
    const rows = await alice.rows(withQuery('Film', { filter, select: 'title', expand, orderby: 'IsActiveEntity' }))
    expect(rows.map((row) => (row['characters'] as Row[]).length)).toEqual([2, 2])
    expect(Object.keys(rows[0]!).filter((name) => name.startsWith('sort_'))).toEqual([])
    expect(rows.map((row) => row['@odata.etag'])).toEqual([expect.any(String), expect.any(String)])
  })

  test('link sets know their drafts, too', async () => {
    const filter = (field: string): string => `${field} and startswith(film/title,'Draft test')`
    const ids = async (text: string): Promise<number> =>
      (await alice.rows(withQuery('Film2People', { filter: filter(text) }))).length
    expect(await ids('HasDraftEntity eq true')).toBe(6)
    expect(await ids('HasDraftEntity eq false')).toBe(2)
    expect(await ids('IsActiveEntity eq false')).toBe(6)
    expect(await ids('HasActiveEntity eq true')).toBe(4)
    expect(await ids('film/HasDraftEntity eq true')).toBe(6)
  })

  test('within navigation, any and $expand', async () => {
    const draft = key(films['A']!, false)
    expect(await alice.rows(withQuery(`${draft}/characters`, { filter: 'HasActiveEntity eq true' }))).toHaveLength(2)
    expect(await alice.rows(withQuery(`${draft}/characters`, { filter: 'IsActiveEntity eq true' }))).toHaveLength(0)
    expect(await found('characters/any(c:c/HasDraftEntity eq true)')).toHaveLength(3)
    const expand = 'characters($filter=HasDraftEntity eq true)'
    const rows = await alice.rows(withQuery('Film', { filter: OURS, expand, orderby: 'director' }))
    expect(rows.map((row) => (row['characters'] as Row[]).length)).toEqual([2, 2, 2, 0])
  })

  test('a query over the rows of an aggregation', async () => {
    const rows = await alice.rows(`Film?$apply=filter(HasDraftEntity eq true)/aggregate($count as n)`)
    expect(rows.map((row) => Number(row['n']))).toEqual([3])
  })

  test.each([
    'HasDraftEntity gt true',
    'HasDraftEntity eq IsActiveEntity',
    "SiblingEntity/title eq 'x'",
    'DraftAdministrativeData/CreatedByUser eq title',
    'DraftAdministrativeData/DraftIsCreatedByMe eq null',
    'SiblingEntity/SiblingEntity/IsActiveEntity eq null',
  ])('%s is answered with 400 rather than wrongly', async (filter) => {
    expect((await alice.get(withQuery('Film', { filter }))).status).toBe(400)
  })

  test.each(['groupby((HasDraftEntity))', 'groupby((IsActiveEntity),aggregate($count as n))'])(
    '$apply=%s is answered with 400 rather than wrongly',
    async (apply) => {
      expect((await alice.get(withQuery('Film', { apply }))).status).toBe(400)
    },
  )

  test('$orderby=DraftAdministrativeData/CreatedByUser is answered with 400 rather than ignored', async () => {
    expect((await alice.get('Film?$orderby=DraftAdministrativeData/CreatedByUser')).status).toBe(400)
  })
})

test('$orderby puts films with a draft last or first', async () => {
  const rows = async (orderby: string): Promise<string[]> => found('true', alice, { orderby })
  expect(await rows('HasDraftEntity,director')).toEqual(['D', 'A', 'B', 'C'])
  expect(await rows('HasDraftEntity desc,director desc')).toEqual(['C', 'B', 'A', 'D'])
  expect(await rows('IsActiveEntity,director desc')).toEqual(['D', 'C', 'B', 'A'])
})

describe('SiblingEntity in $expand', () => {
  test('shows the draft of an active record and the active record of a draft', async () => {
    const filter = `${OURS} and (IsActiveEntity eq true or IsActiveEntity eq false)`
    const rows = await alice.rows(withQuery('Film', { filter, expand: 'SiblingEntity($select=title)' }))
    const siblings = rows.map(({ director, IsActiveEntity, SiblingEntity }) => [
      director,
      IsActiveEntity,
      (SiblingEntity as Row | null)?.['IsActiveEntity'],
    ])
    expect(siblings.sort()).toEqual([
      ['A', false, true],
      ['A', true, false],
      ['B', false, true],
      ['B', true, false],
      ['C', true, undefined],
      ['D', true, undefined],
      ['E', false, undefined],
    ])
    const edited = rows.find((row) => row['director'] === 'B' && row['IsActiveEntity'])!
    expect(edited['SiblingEntity']).toMatchObject({ title: 'Draft test B, edited' })
    expect(edited['SiblingEntity']).not.toHaveProperty('director')
  })

  test('nests in both directions', async () => {
    const expand = 'SiblingEntity($expand=characters($expand=SiblingEntity($select=people_ID),people($select=name)))'
    const { data } = await alice.get(withQuery(key(films['A']!, true), { expand }))
    const [first] = (data['SiblingEntity'] as Row)['characters'] as Row[]
    expect(first).toMatchObject({ IsActiveEntity: false, HasActiveEntity: true, HasDraftEntity: false })
    expect(first!['SiblingEntity']).toMatchObject({ IsActiveEntity: true, people_ID: first!['people_ID'] })
  })

  test('of other users, drafts are not shown', async () => {
    const { data } = await bob.get(withQuery(key(films['A']!, true), { expand: '*' }))
    expect(data['SiblingEntity']).toBeNull()
    expect(data['DraftAdministrativeData']).toMatchObject({ InProcessByUser: 'alice' })
  })

  test('takes the same number of statements for one row as for many', async () => {
    let statements = 0
    cds.db.before('*', () => {
      statements++
    })
    const count = async (top: number): Promise<number> => {
      statements = 0
      await alice.rows(
        withQuery('Film', {
          filter: OURS,
          expand: 'SiblingEntity,characters($expand=SiblingEntity)',
          orderby: 'director',
          top,
        }),
      )
      return statements
    }
    expect(await count(2)).toBe(await count(1))
  })

  test('as a path it is 204 for a record without sibling, and 404 without the record', async () => {
    expect((await alice.get(`${key(films['D']!, true)}/SiblingEntity`)).status).toBe(204)
    expect((await alice.get(`${key(films['E']!, false)}/SiblingEntity`)).status).toBe(204)
    expect((await alice.get(`${key(films['E']!, true)}/SiblingEntity`)).status).toBe(404)
    expect((await alice.get(`${key(films['D']!, false)}/SiblingEntity`)).status).toBe(404)
    expect((await alice.get(`${key(films['A']!, true)}/SiblingEntity?$select=title`)).data).toMatchObject({
      IsActiveEntity: false,
    })
  })
})

describe('draft fields of expanded items', () => {
  const FIELDS = { IsActiveEntity: true, HasActiveEntity: false }

  test('are there below entities without drafts', async () => {
    const expand = 'films($expand=film($select=title,HasDraftEntity))'
    const [person] = await alice.rows(
      withQuery('People', { expand, filter: "films/any(f:f/film/director eq 'D')", top: 1 }),
    )
    const links = (person!['films'] as Row[]).map((link) => [
      (link['film'] as Row)['title'],
      link['HasDraftEntity'],
      (link['film'] as Row)['HasDraftEntity'],
    ])
    expect(links).toEqual(
      expect.arrayContaining([
        ['Draft test A', true, true],
        ['Draft test D', false, false],
      ]),
    )
    for (const link of person!['films'] as Row[]) expect(link).toMatchObject(FIELDS)
  })

  test('are told of many records, whether few or many of them have drafts', async () => {
    const expanded = 'characters($select=ID,HasDraftEntity)'
    const expectTruth = async (): Promise<number> => {
      const all = await alice.rows(withQuery('Film', { expand: expanded, select: 'ID,HasDraftEntity' }))
      const links = all.flatMap((film) =>
        (film['characters'] as Row[]).map((link) => [film['HasDraftEntity'], link['HasDraftEntity']]),
      )
      expect(links.length).toBeGreaterThan(200)
      expect(links.filter(([film, link]) => film !== link)).toEqual([])
      return links.filter(([, link]) => link).length
    }
    expect(await expectTruth()).toBeLessThan(100)
    const others = await alice.rows(withQuery('Film', { filter: `not ${OURS}`, top: 6, select: 'ID' }))
    for (const film of others) await alice.post(`${key(film, true)}/SagaFilm.draftEdit`)
    expect(await expectTruth()).toBeGreaterThan(100)
    for (const film of others) await alice.remove(key(film, false))
  })

  test('are there below films and drafts, as selected', async () => {
    const active = (await alice.get(withQuery(key(films['A']!, true), { expand: 'characters' }))).data
    for (const link of active['characters'] as Row[]) expect(link).toMatchObject({ ...FIELDS, HasDraftEntity: true })
    const draft = (await alice.get(withQuery(key(films['A']!, false), { expand: 'characters($expand=film)' }))).data
    for (const link of draft['characters'] as Row[]) {
      expect(link).toMatchObject({ IsActiveEntity: false, HasActiveEntity: true, HasDraftEntity: false })
      expect(link['film']).toMatchObject({ IsActiveEntity: false, HasActiveEntity: true })
      expect(link['film']).not.toHaveProperty('DraftAdministrativeData_DraftUUID')
    }
    const selected = (await alice.get(withQuery(key(films['A']!, true), { expand: 'characters($select=people_ID)' })))
      .data
    for (const link of selected['characters'] as Row[]) expect(link).not.toHaveProperty('HasDraftEntity')
  })
})

describe('conditions as trees', () => {
  const leaf = (name: string): Condition => ({ kind: 'leaf', tokens: [{ ref: [name] }, '=', { val: true }] })
  const tree = fc.letrec<{ any: Condition }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('a', 'b', 'c', 'T', 'F').map(leaf),
      tie('any').map((of): Condition => ({ kind: 'not', of })),
      fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('any'), { minLength: 2, maxLength: 3 }))
        .map(([kind, of]): Condition => ({ kind, of })),
    ),
  })).any
  const world = fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() })

  const evaluate = (condition: Condition, values: Record<string, boolean>): boolean => {
    if (condition.kind === 'constant') return condition.value
    if (condition.kind === 'not') return !evaluate(condition.of, values)
    if (condition.kind !== 'leaf') {
      const parts = condition.of.map((part) => evaluate(part, values))
      return condition.kind === 'and' ? parts.every(Boolean) : parts.some(Boolean)
    }
    const [first] = condition.tokens
    if (condition.tokens.length === 3 && typeof first === 'object' && first.ref) return values[first.ref[0] as string]!
    throw new Error('unknown leaf')
  }

  test('mean the same after printing and reading, and after folding what is known', () => {
    fc.assert(
      fc.property(tree, world, (condition, values) => {
        const all = { ...values, T: true, F: false }
        const known = (tokens: readonly unknown[]): Condition => {
          const name = String((tokens[0] as { ref: string[] }).ref[0])
          return name === 'T' || name === 'F' ? { kind: 'constant', value: name === 'T' } : leaf(name)
        }
        const folded = mapLeaves(parseCondition(printCondition(condition)), known)
        expect(evaluate(folded, all)).toBe(evaluate(condition, all))
        const hasConstant = (each: Condition): boolean =>
          each.kind === 'constant' ||
          (each.kind === 'not' ? hasConstant(each.of) : each.kind !== 'leaf' && each.of.some(hasConstant))
        expect(folded.kind === 'constant' || !hasConstant(folded)).toBe(true)
      }),
    )
  })
})

test('merging sorted lists sorts their rows, and keeps the order within each', () => {
  const row = fc.record({ n: fc.option(fc.integer({ min: 0, max: 5 })), s: fc.constantFrom('a', 'b', 'c') })
  const order = [
    { property: 'n', isDescending: true },
    { property: 's', isDescending: false },
  ]
  const rank = ({ n, s }: { n: number | null; s: string }): number => -(n ?? -1) * 10 + s.charCodeAt(0) - 97
  const sorted = fc.array(row).map((rows) => [...rows].sort((a, b) => rank(a) - rank(b)))
  fc.assert(
    fc.property(sorted, sorted, (first, second) => {
      const merged = mergeSorted(first, second, order) as typeof first
      expect(merged.map(rank)).toEqual([...first, ...second].map(rank).sort((a, b) => a - b))
      expect(merged.filter((each) => first.includes(each))).toEqual(first)
    }),
  )
})
