import { graphlib, layout as place } from '@dagrejs/dagre'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Its place is that of its top left corner. */
export interface Box extends Point, Size {}

export interface PlacedGraph extends Size {
  readonly boxes: ReadonlyMap<string, Box>
  /** For each edge, in their order, the points that it runs through; none for one that comes back to its box. */
  readonly runs: readonly (readonly Point[])[]
}

const MARGIN = 16
/** How far a line that comes back to its box bends away from it. */
const LOOP = 40

/** Places boxes from left to right, the way the edges point. Coordinates are pixels from the top left corner. */
export const placeGraph = (
  sizes: ReadonlyMap<string, Size>,
  edges: readonly { readonly source: string; readonly target: string }[],
): PlacedGraph => {
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 72, marginx: MARGIN, marginy: MARGIN })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const [id, { width, height }] of sizes) graph.setNode(id, { width, height })
  const isLoop = ({ source, target }: (typeof edges)[number]): boolean => source === target
  for (const [index, edge] of edges.entries())
    if (!isLoop(edge)) graph.setEdge(edge.source, edge.target, {}, String(index))
  place(graph)
  const boxes = new Map<string, Box>()
  for (const id of sizes.keys()) {
    const { x, y, width, height } = graph.node(id) as Box
    boxes.set(id, { x: x - width / 2, y: y - height / 2, width, height })
  }
  const runs = edges.map((edge, index) =>
    isLoop(edge) ? [] : (graph.edge(edge.source, edge.target, String(index)) as { points: Point[] }).points,
  )
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>
  return { width: width + (edges.some(isLoop) ? LOOP : 0), height, boxes, runs }
}

/**
 * Lines leave at the right and arrive at the left, at the given heights, so that their arrows stand upright. What comes
 * back to its box arrives at the right, too; what goes back, in a circle, is left as it is.
 */
export const throughSides = (
  points: readonly Point[],
  source: Box,
  target: Box,
  [from, to]: readonly [from: number, to: number],
): readonly Point[] => {
  const right = source.x + source.width
  if (source === target) {
    const apart = from === to ? 8 : 0
    return [
      { x: right, y: from + apart },
      { x: right, y: to - apart },
    ]
  }
  return right > target.x ? points : [{ x: right, y: from }, ...points.slice(1, -1), { x: target.x, y: to }]
}

/** A line between boxes that were placed apart from each other: from side to side, or around where they stand one below the other. */
export const betweenSides = (
  source: Box,
  target: Box,
  [from, to]: readonly [from: number, to: number],
): readonly Point[] => {
  const [sourceEnd, targetEnd] = [source.x + source.width, target.x + target.width]
  if (sourceEnd <= target.x)
    return [
      { x: sourceEnd, y: from },
      { x: target.x, y: to },
    ]
  if (targetEnd <= source.x)
    return [
      { x: source.x, y: from },
      { x: targetEnd, y: to },
    ]
  const around = Math.max(sourceEnd, targetEnd) + LOOP
  return [
    { x: sourceEnd, y: from },
    { x: around, y: (from + to) / 2 },
    { x: targetEnd, y: to },
  ]
}

/** The points of a line as a path that leaves and arrives level; one that comes back to the same side bends away from it. */
export const pathOf = (points: readonly Point[]): string => {
  const [first, ...others] = points
  if (!first) return ''
  let { x, y } = first
  const parts = [`M${round(x)},${round(y)}`]
  for (const next of others) {
    const middle = points.length === 2 && x === next.x ? x + LOOP : (x + next.x) / 2
    parts.push(`C${round(middle)},${round(y)} ${round(middle)},${round(next.y)} ${round(next.x)},${round(next.y)}`)
    x = next.x
    y = next.y
  }
  return parts.join('')
}

const round = (value: number): string => String(Math.round(value * 10) / 10)
