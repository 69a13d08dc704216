import { pathOf } from '../../../app/cockpit/src/parts/graph/place-graph.ts'
import { layoutLineage, type LineageEdge, type LineageNode } from '../../../app/cockpit/src/parts/lineage/layout.ts'

const node = (id: string): LineageNode => ({ id, schema: 'main', name: id, type: 'view', direction: 'both', level: 1 })
const edge = (source: string, target: string, columns?: LineageEdge['columns']): LineageEdge => ({
  source,
  target,
  type: 'view',
  columns,
})

const NODES = ['a', 'b', 'c', 'd'].map(node)
const EDGES = [edge('a', 'c'), edge('b', 'c'), edge('c', 'd'), edge('a', 'd')]

test('data flows from left to right, and no box covers another one', () => {
  const { nodes, lines, width, height } = layoutLineage(NODES, EDGES)
  const byId = new Map(nodes.map((each) => [each.id, each]))
  for (const { source, target, points } of lines) {
    const [from, to] = [byId.get(source)!, byId.get(target)!]
    expect(from.x + from.width).toBeLessThan(to.x)
    expect(points[0]).toEqual({ x: from.x + from.width, y: from.y + from.height / 2 })
    expect(points.at(-1)).toEqual({ x: to.x, y: to.y + to.height / 2 })
  }
  for (const a of nodes) {
    expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true)
    for (const b of nodes) {
      const isApart =
        a === b || a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
      expect(isApart).toBe(true)
    }
  }
})

test('with columns there is a line for each of them, from row to row', () => {
  const flows = [
    { source: 'id', target: 'key' },
    { source: 'x', target: null },
  ]
  const { nodes, lines } = layoutLineage([node('a'), node('b')], [edge('a', 'b', flows)])
  expect(nodes.map(({ columns }) => columns)).toEqual([['id', 'x'], ['key']])
  expect(lines.map(({ sourceColumn, targetColumn }) => [sourceColumn, targetColumn])).toEqual([
    ['id', 'key'],
    ['x', undefined],
  ])
  const [a, b] = nodes
  for (const { points } of lines) {
    expect(points[0]!.y).toBeGreaterThan(a!.y)
    expect(points[0]!.y).toBeLessThan(a!.y + a!.height)
    expect(points[1]!.y).toBeLessThan(b!.y + b!.height)
  }
})

test('a circle, and what depends on itself, are drawn', () => {
  const { lines } = layoutLineage([node('a'), node('b')], [edge('a', 'b'), edge('b', 'a'), edge('a', 'a')])
  expect(lines).toHaveLength(3)
  for (const { points } of lines) expect(pathOf(points)).toMatch(/^M[\d.,-]+C/)
})

test('nothing is a picture without a size', () => {
  expect(layoutLineage([], []).nodes).toEqual([])
})
