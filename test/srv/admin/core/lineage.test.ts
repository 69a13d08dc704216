import fc from 'fast-check'
import { findCycles, LineageGraph, nodeId } from '../../../../srv/admin/core/lineage/graph.ts'
import { toCsv, toGraphml, toMermaid } from '../../../../srv/admin/core/lineage/formats.ts'
import { toOpenLineage, type Direction, type Lineage, traverse } from '../../../../srv/admin/core/lineage/traverse.ts'

/** Edges as pairs of letters: `ab` says that data flows from a to b. */
const graphOf = (...pairs: readonly string[]): LineageGraph => {
  const graph = new LineageGraph()
  for (const pair of pairs) {
    const [source, target] = Array.from(pair, (name) => graph.add({ schema: 's', name, type: 'table' }))
    graph.connect(source!, target!, 'view')
  }
  return graph
}
const walk = (graph: LineageGraph, root: string, direction: Direction, depth = 20, maxNodes = 500): Lineage =>
  traverse(graph, `s.${root}`, { direction, depth, maxNodes })
const letters = ({ nodes }: Lineage): string => nodes.map(({ name, level }) => `${name}${String(level)}`).join(' ')
const pairs = ({ edges }: Lineage): string =>
  edges.map(({ source, target }) => source.slice(2) + target.slice(2)).join(' ')

test('ids differ where names do', () => {
  expect(nodeId('a.b', 'c')).not.toBe(nodeId('a', 'b.c'))
  expect(nodeId('main', 'film')).toBe('main.film')
  expect(nodeId(null, 'S.Film')).toBe('service:S.Film')
  const name = fc.string({ unit: fc.constantFrom('a', '.', '"'), maxLength: 4 })
  fc.assert(
    fc.property(name, name, name, name, (a, b, c, d) => (nodeId(a, b) === nodeId(c, d)) === (a === c && b === d)),
  )
})

test('upstream goes against the flow, downstream with it', () => {
  const graph = graphOf('ab', 'bc', 'cd', 'xc')
  expect(letters(walk(graph, 'c', 'upstream'))).toBe('c0 b1 x1 a2')
  expect(letters(walk(graph, 'c', 'downstream'))).toBe('c0 d1')
  expect(letters(walk(graph, 'c', 'bidirectional'))).toBe('c0 b1 d1 x1 a2')
})

test('every edge is kept, also to a node that was seen before', () => {
  const lineage = walk(graphOf('ab', 'ac', 'bc', 'ad', 'cd', 'ba'), 'd', 'upstream')
  expect(letters(lineage)).toBe('d0 a1 c1 b2')
  expect(pairs(lineage)).toBe('ab ac ad ba bc cd')
})

test('a node that lies both ways is in a cycle', () => {
  const lineage = walk(graphOf('ab', 'bc', 'ca', 'cd'), 'a', 'bidirectional')
  expect(Object.fromEntries(lineage.nodes.map(({ name, direction }) => [name, direction]))).toEqual({
    a: 'root',
    b: 'both',
    c: 'both',
    d: 'downstream',
  })
  expect(lineage.cycles).toEqual([['s.a', 's.b', 's.c']])
})

test('a table that refers to itself is a cycle of its own', () => {
  const graph = graphOf('ab', 'aa')
  graph.connect('s.a', 's.a', 'reference', [{ source: 'id', target: 'parent' }])
  const lineage = walk(graph, 'b', 'upstream')
  expect(pairs(lineage)).toBe('aa ab')
  expect(lineage.cycles).toEqual([['s.a']])
})

test('what is cut is told', () => {
  const graph = graphOf('ab', 'bc', 'cd')
  const shallow = walk(graph, 'd', 'upstream', 2)
  expect([letters(shallow), shallow.isDepthReached, shallow.isTruncated]).toEqual(['d0 c1 b2', true, false])
  const small = walk(graph, 'd', 'upstream', 3, 2)
  expect([letters(small), small.nodeTotal, small.isTruncated, small.isDepthReached]).toEqual(['d0 c1', 4, true, false])
})

test('the same edge found twice is one, with the columns of both, and nothing flows into itself', () => {
  const graph = graphOf('ab', 'aa')
  graph.connect('s.a', 's.b', 'view', [{ source: 'x', target: null }])
  graph.connect('s.a', 's.b', 'view', [
    { source: 'x', target: null },
    { source: 'x', target: 'y' },
  ])
  expect(graph.edges).toEqual([
    {
      source: 's.a',
      target: 's.b',
      type: 'view',
      columns: [
        { source: 'x', target: null },
        { source: 'x', target: 'y' },
      ],
    },
  ])
})

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const arrows = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)), { maxLength: 14 })

test('a walk finds what a table of all ways has', () => {
  fc.assert(
    fc.property(arrows, fc.integer({ min: 1, max: 6 }), (given, depth) => {
      const graph = graphOf('ab', ...given.map(([a, b]) => a + b))
      const shortest = new Map([['a', 0]])
      for (let level = 1; level <= depth; level++)
        for (const [from, to] of [['a', 'b'], ...given] as [string, string][])
          if (shortest.get(from) === level - 1 && !shortest.has(to)) shortest.set(to, level)
      const found = walk(graph, 'a', 'downstream', depth)
      expect(new Map(found.nodes.map(({ name, level }) => [name, level]))).toEqual(
        new Map([...shortest].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1))),
      )
    }),
  )
})

test('cycles are ways around, one for each group, and none is missed', () => {
  fc.assert(
    fc.property(arrows, (given) => {
      const edges = given.map(([source, target]) => ({ source, target }))
      const has = (source: string, target: string): boolean =>
        edges.some((edge) => edge.source === source && edge.target === target)
      const cycles = findCycles(edges)
      for (const cycle of cycles)
        cycle.forEach((id, index) => expect(has(id, cycle[(index + 1) % cycle.length]!)).toBe(true))
      // Warshall's table of what reaches what.
      const reaches = new Set(edges.map(({ source, target }) => source + target))
      for (const via of NAMES)
        for (const from of NAMES)
          for (const to of NAMES) if (reaches.has(from + via) && reaches.has(via + to)) reaches.add(from + to)
      const groups = new Set(
        NAMES.flatMap((id) => {
          if (!reaches.has(id + id)) return []
          return NAMES.filter((other) => reaches.has(id + other) && reaches.has(other + id)).join('')
        }),
      )
      expect(cycles.map(([first]) => first).sort()).toEqual([...groups].map((group) => group[0]!).sort())
    }),
  )
})

describe('formats', () => {
  const graph = new LineageGraph()
  const table = graph.add({ schema: 's', name: `a<&"'b\u0000|]-->`, type: 'table' })
  const view = graph.add({ schema: 's', name: 'v', type: 'view' })
  const service = graph.add({ schema: null, name: 'S.v', type: 'service' })
  graph.connect(table, view, 'view', [
    { source: 'x"', target: 'y' },
    { source: 'z', target: null },
  ])
  graph.connect(view, service, 'model')
  const lineage = walk(graph, 'v', 'bidirectional')

  test('csv has a record per column, or per edge', () => {
    expect(toCsv(lineage).split('\r\n')).toEqual([
      'source,target,type,sourceColumn,targetColumn',
      `"${table.replaceAll('"', '""')}",s.v,view,"x""",y`,
      `"${table.replaceAll('"', '""')}",s.v,view,z,`,
      's.v,service:S.v,model,,',
      '',
    ])
  })

  test('graphml escapes what XML means something by, and carries nothing that XML cannot', () => {
    const xml = toGraphml(lineage)
    expect(xml).toContain(`<data key="name">a&lt;&amp;&quot;'b\ufffd|]--&gt;</data>`)
    expect(xml).toContain('<edge id="e1" source="s.v" target="service:S.v"><data key="kind">model</data></edge>')
    expect(xml).toContain('<data key="columns">x&quot; -&gt; y, z</data>')
    expect(xml).not.toMatch(/[\u0000-\u0008]/) // eslint-disable-line no-control-regex -- these are the characters that are meant
    expect(xml.match(/<node /g)).toHaveLength(3)
  })

  test('mermaid takes any name for a text', () => {
    const text = toMermaid(lineage)
    expect(text).toContain('  n0["s.v"]:::root\n')
    expect(text).toContain('#34;')
    expect(text).toContain('  n0 -->|model| n2\n')
    expect(text.split('\n').filter((line) => line.includes('-->'))).toHaveLength(2)
  })

  test('openlineage has a job for everything that is computed, with the columns of its output', () => {
    const [job, ...others] = toOpenLineage(lineage, { namespace: 'db', eventTime: '2024-01-01T00:00:00.000Z' })
    expect(others).toHaveLength(1)
    expect(job).toMatchObject({
      eventTime: '2024-01-01T00:00:00.000Z',
      job: { namespace: 'db', name: 'view:s.v' },
      inputs: [{ namespace: 'db', name: table }],
    })
    expect(job?.outputs).toEqual([
      {
        namespace: 'db',
        name: 's.v',
        facets: {
          columnLineage: expect.objectContaining({
            fields: {
              y: {
                inputFields: [{ namespace: 'db', name: table, field: 'x"', transformations: [{ type: 'DIRECT' }] }],
              },
            },
            dataset: [{ namespace: 'db', name: table, field: 'z' }],
          }),
        },
      },
    ])
  })
})
