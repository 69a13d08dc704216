/** Which tables of a schema are drawn, where, and how they are written for other tools. */
import fc from 'fast-check'
import type { KeyedTable, Reference, SchemaStructure } from '../../../app/cockpit/src/api/structure.ts'
import { chooseTables, MOST_TABLES, type Question } from '../../../app/cockpit/src/pages/diagram/choose-tables.ts'
import { layoutDiagram } from '../../../app/cockpit/src/pages/diagram/layout-diagram.ts'
import { subjectAreas } from '../../../app/cockpit/src/pages/diagram/subject-areas.ts'
import { moveTables, placeAt, readPlaces, writePlaces } from '../../../app/cockpit/src/pages/diagram/move-tables.ts'
import { type Box, pathOf } from '../../../app/cockpit/src/parts/graph/place-graph.ts'
import { writeMermaid } from '../../../app/cockpit/src/pages/diagram/write-mermaid.ts'

const tableOf = (name: string, isPartition = false): KeyedTable => ({
  name,
  type: 'table',
  isTechnical: name.endsWith('_texts') || name.startsWith('DRAFT'),
  isPartition,
  columns: [
    { name: 'id', type: 'bigint', keyPosition: 1 },
    { name: 'to_id', type: 'bigint', keyPosition: null },
  ],
})
const choose = (structure: SchemaStructure, question: Question) => chooseTables([structure], question)
const reference = (table: string, referencedTable: string, rest: Partial<Reference> = {}): Reference => ({
  name: `${table}_${referencedTable}`,
  table,
  columns: ['to_id'],
  referencedSchema: 'main',
  referencedTable,
  referencedColumns: ['id'],
  source: 'catalog',
  isEnforced: true,
  ...rest,
})
const structure = (names: readonly string[], references: readonly Reference[]): SchemaStructure => ({
  schema: 'main',
  tables: names.map((name) => tableOf(name)),
  references,
  isCut: false,
})
const ask = (question: Partial<Question> = {}): Question => ({
  ...{ table: undefined, depth: 'all', withTechnical: false },
  ...question,
})
const namesOf = ({ tables }: ReturnType<typeof chooseTables>): string[] => tables.map(({ id }) => id).toSorted()

const CHAIN = structure(
  ['a', 'b', 'c', 'd', 'e'],
  [reference('a', 'b'), reference('b', 'c'), reference('c', 'd'), reference('b', 'b', { source: 'model' })],
)

describe('the choice of tables', () => {
  test('is the neighbours of a table in both directions, as far as is asked', () => {
    expect(namesOf(choose(CHAIN, ask({ table: 'b', depth: 1 })))).toEqual(['a', 'b', 'c'])
    expect(namesOf(choose(CHAIN, ask({ table: 'a', depth: 2 })))).toEqual(['a', 'b', 'c'])
    expect(namesOf(choose(CHAIN, ask({ table: 'd', depth: 3 })))).toEqual(['a', 'b', 'c', 'd'])
    const whole = choose(CHAIN, ask({ table: 'd' }))
    expect(whole).toMatchObject({ shown: 5, wanted: 5, total: 5 })
    expect(whole.references).toHaveLength(4)
  })

  test('knows which columns refer to something, also to what is not drawn', () => {
    const { tables } = choose(CHAIN, ask({ table: 'b', depth: 1 }))
    expect(tables.find(({ id }) => id === 'c')?.referring).toEqual(['to_id'])
  })

  test('leaves out partitions and technical tables, unless they are asked for', () => {
    const mixed = {
      ...structure(['film', 'film_texts', 'DRAFT.DraftAdministrativeData'], [reference('film_texts', 'film')]),
    }
    const parts = { ...mixed, tables: [...mixed.tables, tableOf('film_1', true)] }
    expect(namesOf(choose(parts, ask()))).toEqual(['film'])
    expect(choose(parts, ask({ withTechnical: true }))).toMatchObject({ shown: 3, total: 3 })
    expect(namesOf(choose(parts, ask({ table: 'film_texts', depth: 1 })))).toEqual(['film', 'film_texts'])
  })

  test('shows tables of other schemas that are referred to, apart from those of the same name', () => {
    const elsewhere = structure(['a', 'b'], [reference('a', 'b', { referencedSchema: 'other' })])
    const chosen = choose(elsewhere, ask())
    expect(chosen.tables.map(({ schema, name, isElsewhere }) => [schema, name, isElsewhere])).toEqual([
      ['main', 'a', false],
      ['main', 'b', false],
      ['other', 'b', true],
    ])
    expect(chosen.references[0]?.to).toBe(chosen.tables[2]?.id)
    expect(chosen).toMatchObject({ shown: 2, total: 2 })
  })

  test('is bounded: the nearest tables come first, then those with most references', () => {
    const names = Array.from({ length: 1_300 }, (_, index) => `t${String(index)}`)
    const large = structure(
      names,
      names.slice(1).flatMap((name, index) => [reference(name, 't0'), reference(name, names[index] ?? '')]),
    )
    const chosen = choose(large, ask())
    expect(chosen).toMatchObject({ shown: MOST_TABLES, wanted: 1_300, total: 1_300 })
    expect(chosen.tables[0]?.id).toBe('t0')
    const around = choose(large, ask({ table: 't1299' }))
    expect(around.tables.slice(0, 3).map(({ id }) => id)).toEqual(['t1299', 't0', 't1298'])
  })
})

test('no box covers another, lines end at their boxes, and the two kinds of lines are told apart', () => {
  const chosen = choose(CHAIN, ask())
  const { nodes, lines, width, height } = layoutDiagram(chosen)
  for (const a of nodes) {
    expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true)
    for (const b of nodes)
      expect(
        a === b || a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
      ).toBe(true)
  }
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const { source, target, points } of lines) {
    const [from, to] = [byId.get(source)!, byId.get(target)!]
    expect(points[0]!.x).toBe(from.x + from.width)
    expect(points.at(-1)!.x).toBe(source === target ? to.x + to.width : to.x)
    expect(points[0]!.y).toBeGreaterThan(from.y)
    expect(points[0]!.y).toBeLessThan(from.y + from.height)
    expect(points.at(-1)!.y).toBeGreaterThan(to.y)
    expect(points.at(-1)!.y).toBeLessThan(to.y + to.height)
  }
  expect(lines.map(({ type }) => type).toSorted()).toEqual([
    'association',
    ...Array.from({ length: 3 }, () => 'foreign-key'),
  ])
})

describe('subject areas', () => {
  const links = fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 60 })
  const ids = Array.from({ length: 25 }, (_, index) => `t${String(index)}`)
  const named = (pairs: readonly (readonly [number, number])[]) =>
    pairs.map(([a, b]) => [`t${String(a)}`, `t${String(b)}`] as const)

  test('hold every table once, and none that cannot be reached from the others', () => {
    fc.assert(
      fc.property(links, (pairs) => {
        const groups = subjectAreas(ids, named(pairs))
        expect(groups.flat().toSorted()).toEqual(ids.toSorted())
        expect(subjectAreas(ids, named(pairs))).toEqual(groups)
        for (const group of groups) {
          const reached = new Set(group.slice(0, 1))
          for (let size = 0; size < reached.size;) {
            size = reached.size
            for (const [a, b] of named(pairs).filter((link) => link.some((end) => reached.has(end))))
              reached.add(a).add(b)
          }
          for (const member of group) expect(reached).toContain(member)
        }
      }),
    )
  })

  test('are what refers to each other more than to others, whatever all of them refer to', () => {
    const areas = ['sales', 'stock', 'staff'].map((area) => Array.from({ length: 8 }, (_, index) => `${area}_${index}`))
    const within = areas.flatMap((names) =>
      names.flatMap((name, index) => names.slice(index + 1, index + 4).map((other) => [name, other] as const)),
    )
    const users = areas.flat().map((name) => [name, 'users'] as const)
    const between = [['sales_0', 'stock_0'] as const, ['stock_1', 'staff_0'] as const]
    const groups = subjectAreas(['users', ...areas.flat()], [...within, ...users, ...between])
    expect(groups.map((group) => group.filter((name) => name !== 'users'))).toEqual(areas)
  })

  test('stand beside each other, each around its tables, and lines lead from one to the other', () => {
    const names = Array.from({ length: 200 }, (_, index) => `area${String(index % 10)}_${String(index)}`)
    const within = names.slice(10).map((name, index) => reference(name, names[index] ?? ''))
    const between = names.slice(1, 10).map((name) => reference(name, names[0] ?? ''))
    const { nodes, lines, areas, width, height } = layoutDiagram(
      choose(structure(names, [...within, ...between, reference('area1_1', 'area1_1')]), ask()),
    )
    const apart = (a: Box, b: Box): boolean =>
      a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
    expect(areas!.length).toBeGreaterThan(5)
    expect(areas!.reduce((sum, { count }) => sum + count, 0)).toBe(200)
    for (const [index, area] of areas!.entries()) {
      expect(area.x + area.width <= width && area.y + area.height <= height).toBe(true)
      for (const other of areas!.slice(index + 1)) expect(apart(area, other)).toBe(true)
      const inside = nodes.filter(
        ({ x, y, ...size }) =>
          x >= area.x &&
          y >= area.y &&
          x + size.width <= area.x + area.width &&
          y + size.height <= area.y + area.height,
      )
      expect(inside).toHaveLength(area.count)
    }
    // As wide as windows are, instead of a thread.
    expect(width / height).toBeGreaterThan(0.8)
    expect(width / height).toBeLessThan(4)
    const byId = new Map(nodes.map((node) => [node.id, node]))
    for (const { source, target, points } of lines) {
      const [from, to] = [byId.get(source)!, byId.get(target)!]
      expect([from.x, from.x + from.width]).toContain(points[0]!.x)
      expect([to.x, to.x + to.width]).toContain(points.at(-1)!.x)
    }
    expect(lines.some(({ isFaint }) => isFaint)).toBe(true)
  })
})

test('a line that comes back to its table bends away from it, within the picture', () => {
  const headsOnly = { ...tableOf('a'), columns: [] }
  for (const table of [tableOf('a'), headsOnly]) {
    const own = { ...structure(['a'], [reference('a', 'a')]), tables: [table] }
    const { nodes, lines, width } = layoutDiagram(choose(own, ask()))
    const [start, end] = lines[0]!.points
    expect(start!.y).toBeGreaterThan(end!.y)
    const right = nodes[0]!.x + nodes[0]!.width
    const [, ...bends] = pathOf(lines[0]!.points).matchAll(/([\d.]+),[\d.]+/g)
    const reached = bends.map(([, x]) => Number(x)).slice(0, -1)
    expect(reached.every((x) => x > right && x <= width)).toBe(true)
  }
})

test('a table of another schema has room for its whole name', () => {
  const [from, to] = ['a', 'articles and parts']
  const chosen = choose(structure([from], [reference(from, to, { referencedSchema: 'store & dispatch' })]), ask())
  const box = layoutDiagram(chosen).nodes.find(({ isElsewhere }) => isElsewhere)!
  // Pixels of a character, beside the padding.
  expect((box.width - 24) / `store & dispatch.${to}`.length).toBeGreaterThan(7.6)
})

describe('Mermaid', () => {
  test('has tables with their keys, and both kinds of references', () => {
    const odd = {
      ...structure(['Order "x"', 'b'], [reference('Order "x"', 'b'), reference('b', 'b', { source: 'model' })]),
    }
    const [first] = odd.tables
    const tables = [
      { ...first!, columns: [{ name: 'Straße 1', type: 'character varying(20)', keyPosition: 1 }] },
      ...odd.tables.slice(1),
    ]
    expect(writeMermaid(choose({ ...odd, tables }, ask()))).toBe(
      [
        'erDiagram',
        '  t1["b"] {',
        '    bigint id PK',
        '    bigint to_id FK',
        '  }',
        '  t2["Order #34;x#34;"] {',
        '    character_varying_20_ Stra_e_1 PK "Straße 1"',
        '  }',
        '  t2 }o--o| t1 : "to_id"',
        '  t1 }o..o| t1 : "to_id"',
        '',
      ].join('\n'),
    )
  })

  test('no name breaks out of its place', () => {
    const LINE =
      /^(?:erDiagram| {2}t\d+\["[^"]*"\](?: \{)?| {2}\}| {4}[A-Za-z]\w* [A-Za-z]\w*(?: [A-Z, ]+)?(?: "[^"]*")?| {2}t\d+ \}o(?:--|\.\.)o\| t\d+ : "[^"]*")$/u
    const name = fc.string({ minLength: 1, unit: 'grapheme' })
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 4 }), name, name, (names, column, type) => {
        const tables = names.map((each) => ({
          ...tableOf(each),
          columns: [{ name: column, type, keyPosition: null }],
        }))
        const references = [reference(names[0]!, names[1]!, { columns: [column] })]
        const text = writeMermaid(
          choose({ schema: 'main', tables, references, isCut: false }, ask({ withTechnical: true })),
        )
        const lines = text.split('\n')
        expect(lines.pop()).toBe('')
        for (const line of lines) expect(line).toMatch(LINE)
      }),
    )
  })
})

describe('several schemas', () => {
  const shop = structure(
    ['order', 'item'],
    [reference('item', 'order'), reference('item', 'film', { referencedSchema: 'store' })],
  )
  const store = {
    ...structure(['film', 'order'], [reference('film', 'order', { referencedSchema: 'main' })]),
    schema: 'store',
  }

  test('stand in one picture, with references from one to the other', () => {
    const { tables, references, total } = chooseTables([shop, store], ask())
    expect(tables.map(({ label, isElsewhere }) => [label, isElsewhere])).toEqual(
      expect.arrayContaining([
        ['order', false],
        ['item', false],
        ['store.film', false],
        ['store.order', false],
      ]),
    )
    const labelOf = new Map(tables.map(({ id, label }) => [id, label]))
    expect(references.map(({ from, to }) => `${labelOf.get(from)!} → ${labelOf.get(to)!}`)).toEqual([
      'item → order',
      'item → store.film',
      'store.film → order',
    ])
    expect(total).toBe(4)
  })

  test('have tables of one name apart: only the first one holds the table in the middle', () => {
    const { tables } = chooseTables([shop, store], ask({ table: 'order', depth: 1 }))
    expect(tables.map(({ label }) => label).toSorted()).toEqual(['item', 'order', 'store.film'])
  })
})

describe('tables that were moved', () => {
  const layout = layoutDiagram(choose(CHAIN, ask()))
  const ids = layout.nodes.map(({ id }) => id)

  test('stand where they were put, in the picture, and lines follow them', () => {
    const place = fc.record({ x: fc.nat(3_000), y: fc.nat(3_000) })
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...ids, 'gone'), place), (places) => {
        const { nodes, lines, width, height } = moveTables(layout, places)
        const byId = new Map(nodes.map((node) => [node.id, node]))
        for (const node of nodes) {
          const before = layout.nodes.find(({ id }) => id === node.id)!
          expect(node).toMatchObject(places[node.id] ?? { x: before.x, y: before.y })
          expect(node.x + node.width <= width && node.y + node.height <= height).toBe(true)
        }
        for (const { source, target, points } of lines) {
          const [from, to] = [byId.get(source)!, byId.get(target)!]
          expect([from.x, from.x + from.width]).toContain(points[0]!.x)
          expect([to.x, to.x + to.width]).toContain(points.at(-1)!.x)
          expect(points[0]!.y > from.y && points[0]!.y < from.y + from.height).toBe(true)
        }
      }),
    )
  })

  test('are told by an address, unless there are too many for one', () => {
    const places = { 'a\u001fb': { x: 1, y: 20 }, 'Ä "x"': placeAt({ x: 3, y: 4 }, { x: -9, y: 0.4 }) }
    expect(readPlaces(writePlaces(places)!)).toEqual({ ...places, 'Ä "x"': { x: 0, y: 4 } })
    expect(writePlaces({})).toBe(undefined)
    expect(
      writePlaces(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`t${String(n)}`, { x: n, y: n }]))),
    ).toBe(undefined)
    for (const text of ['', 'x', '{}', '[["a",-1,0]]', '[["a","1",0]]', '[null]'])
      expect(readPlaces(text)).toBe(undefined)
  })
})
