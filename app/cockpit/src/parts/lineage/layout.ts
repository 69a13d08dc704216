import { type Box, placeGraph, type Point, type Size, throughSides } from '../graph/place-graph.ts'

/** An object of the database or a service, as the API tells of it. */
export interface LineageNode {
  readonly id: string
  readonly schema: string | null
  readonly name: string
  readonly type: string
  readonly direction: string
  readonly level: number
}

export interface LineageEdge {
  readonly source: string
  readonly target: string
  readonly type: string
  readonly columns?: readonly { readonly source: string; readonly target: string | null }[] | undefined
}

export interface PlacedNode extends LineageNode, Box {
  /** Columns that flow in or out; none unless they are wanted. */
  readonly columns: readonly string[]
}

/** A line between two objects, or between two of their columns. It points the way the data flows. */
export interface PlacedLine {
  readonly source: string
  readonly target: string
  readonly type: string
  readonly sourceColumn?: string
  readonly targetColumn?: string
  readonly points: readonly Point[]
}

export interface Layout extends Size {
  readonly nodes: readonly PlacedNode[]
  readonly lines: readonly PlacedLine[]
}

export const HEAD_HEIGHT = 48
export const ROW_HEIGHT = 20
const FOOT_HEIGHT = 8

/**
 * Places a lineage from left to right, the way the data flows. Coordinates are pixels from the top left corner; a node's
 * are those of its own.
 */
export const layoutLineage = (nodes: readonly LineageNode[], edges: readonly LineageEdge[]): Layout => {
  const columns = columnsByNode(edges)
  const sizes = new Map(nodes.map((node) => [node.id, sizeOf(node, columns.get(node.id) ?? [])]))
  const { width, height, boxes, runs } = placeGraph(sizes, edges)
  const placed = nodes.flatMap((node): PlacedNode[] => {
    const box = boxes.get(node.id)
    return box ? [{ ...node, ...box, columns: columns.get(node.id) ?? [] }] : []
  })
  const byId = new Map(placed.map((node) => [node.id, node]))
  const lines = edges.flatMap((edge, index): PlacedLine[] => {
    const flows = flowsOf(edge, byId)
    return flows.length > 0 ? flows : [{ ...endsOf(edge), points: throughMiddles(runs[index] ?? [], edge, byId) }]
  })
  return { width, height, nodes: placed, lines }
}

const endsOf = ({ source, target, type }: LineageEdge) => ({ source, target, type })

const columnsByNode = (edges: readonly LineageEdge[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, Set<string>>()
  const add = (id: string, column: string | null): void => {
    const columns = found.get(id) ?? new Set()
    found.set(id, columns)
    if (column !== null) columns.add(column)
  }
  for (const { source, target, columns = [] } of edges)
    for (const flow of columns) {
      add(source, flow.source)
      add(target, flow.target)
    }
  return new Map([...found].map(([id, columns]) => [id, [...columns]]))
}

const sizeOf = ({ name }: LineageNode, columns: readonly string[]): Size => {
  const longest = Math.max(name.length + 2, ...columns.map((column) => column.length))
  const height = HEAD_HEIGHT + (columns.length > 0 ? columns.length * ROW_HEIGHT + FOOT_HEIGHT : 0)
  return { width: Math.min(340, Math.max(140, 8 * longest + 32)), height }
}

const throughMiddles = (
  points: readonly Point[],
  edge: LineageEdge,
  byId: ReadonlyMap<string, PlacedNode>,
): readonly Point[] => {
  const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
  return source && target ? throughSides(points, source, target, [rowOf(source, null), rowOf(target, null)]) : points
}

/** A line for each column that becomes another one, from the row of the one to that of the other. */
const flowsOf = (edge: LineageEdge, byId: ReadonlyMap<string, PlacedNode>): PlacedLine[] => {
  const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
  if (!source || !target || source === target) return []
  return (edge.columns ?? []).map((flow) => ({
    ...endsOf(edge),
    sourceColumn: flow.source,
    ...(flow.target !== null && { targetColumn: flow.target }),
    points: [
      { x: source.x + source.width, y: rowOf(source, flow.source) },
      { x: target.x, y: rowOf(target, flow.target) },
    ],
  }))
}

const rowOf = (node: PlacedNode, column: string | null): number => {
  const index = column === null ? -1 : node.columns.indexOf(column)
  return index < 0 ? node.y + HEAD_HEIGHT / 2 : node.y + HEAD_HEIGHT + (index + 0.5) * ROW_HEIGHT
}
