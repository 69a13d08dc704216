import { betweenSides, type Point, throughSides } from '../../parts/graph/place-graph.ts'
import type { DiagramLayout } from './layout-diagram.ts'

/** Where somebody has put tables, by their ids. */
export type Places = Readonly<Record<string, Point>>

const MARGIN = 24

/** Tables where somebody has put them, with lines that follow them; ids that are not drawn do nothing. */
export const moveTables = (layout: DiagramLayout, places: Places): DiagramLayout => {
  const isMoved = (id: string): boolean => Object.hasOwn(places, id)
  if (!layout.nodes.some(({ id }) => isMoved(id))) return layout
  const nodes = layout.nodes.map((node) => (isMoved(node.id) ? { ...node, ...places[node.id] } : node))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const lines = layout.lines.map((line) => {
    const [from, to] = [byId.get(line.source), byId.get(line.target)]
    if (!from || !to || !(isMoved(from.id) || isMoved(to.id))) return line
    const heights = [from.y + line.offsets[0], to.y + line.offsets[1]] as const
    const points = from === to ? throughSides([], from, to, heights) : betweenSides(from, to, heights)
    return { ...line, points, isFaint: false }
  })
  const reach = (side: 'width' | 'height', start: 'x' | 'y'): number =>
    nodes.reduce((most, node) => Math.max(most, node[start] + node[side] + MARGIN), layout[side])
  return { ...layout, nodes, lines, width: reach('width', 'x'), height: reach('height', 'y') }
}

/** A table by so much from where it is, but not out of the picture. */
export const placeAt = ({ x, y }: Point, by: Point): Point => ({
  x: Math.max(0, Math.round(x + by.x)),
  y: Math.max(0, Math.round(y + by.y)),
})

export const isPlaces = (value: unknown): value is Places =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((place: unknown) => {
    const { x, y } = (place ?? {}) as Partial<Point>
    return [x, y].every((each) => typeof each === 'number' && each >= 0 && each < 1e6)
  })

/** Longer, an address would be refused on its way. */
const MOST_CHARACTERS = 1_500

/** Places for an address; undefined for none, and for more than one has room for. */
export const writePlaces = (places: Places): string | undefined => {
  const text = JSON.stringify(Object.entries(places).map(([id, { x, y }]) => [id, x, y]))
  return text === '[]' || encodeURIComponent(text).length > MOST_CHARACTERS ? undefined : text
}

/** @returns undefined for a text that tells no places. */
export const readPlaces = (text: string): Places | undefined => {
  try {
    const places: unknown = Object.fromEntries(
      (JSON.parse(text) as [string, number, number][]).map(([id, x, y]) => [id, { x, y }]),
    )
    return isPlaces(places) ? places : undefined
  } catch {
    return undefined
  }
}
