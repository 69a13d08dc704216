import type { GraphArea } from '../../parts/graph/graph-content.tsx'
import { type Box, placeGraph, type Point, type Size } from '../../parts/graph/place-graph.ts'
import type { ChosenReference, ChosenTable } from './choose-tables.ts'
import { placeInRows } from './place-in-rows.ts'
import { subjectAreas } from './subject-areas.ts'

/** So many tables are seen at once; more are easier to read area by area. */
const MOST_TOGETHER = 30
/** How much wider than high the areas stand beside each other, as most windows are. */
const ASPECT = 1.6
const AREA_GAP = 32
/** Names of areas are read where all of the picture is seen: the wider it is, the higher they are. */
const headOf = (width: number): number => Math.min(120, Math.max(32, width / 36))

interface PlacedTables extends Size {
  readonly boxes: ReadonlyMap<string, Box>
  /** For each reference, the points that it runs through; undefined for one that leads to another area. */
  readonly runs: readonly (readonly Point[] | undefined)[]
  readonly areas: readonly GraphArea[]
}

/**
 * Places tables that have to do with each other: all together, or by subject areas beside each other if they are many.
 * Within an area, references point from left to right.
 */
export const placeAreas = (
  tables: readonly ChosenTable[],
  references: readonly ChosenReference[],
  sizes: ReadonlyMap<string, Size>,
): PlacedTables => {
  const ids = tables.map(({ id }) => id)
  const links = references.map(({ from, to }) => [from, to] as const)
  const groups = ids.length > MOST_TOGETHER ? subjectAreas(ids, links) : [ids]
  const groupOf = new Map(groups.flatMap((members, group) => members.map((id) => [id, group])))
  const placed = groups.map((members, group) => {
    const own = [...references.entries()].filter(
      ([, { from, to }]) => groupOf.get(from) === group && groupOf.get(to) === group,
    )
    const edges = own.map(([, { from, to }]) => ({ source: from, target: to }))
    const graph = placeGraph(new Map(members.map((id) => [id, sizes.get(id) ?? { width: 0, height: 0 }])), edges)
    return { ...graph, runs: new Map(own.map(([index], at) => [index, graph.runs[at]])) }
  })
  const [only] = placed
  if (only && placed.length === 1)
    return { ...only, runs: references.map((_, index) => only.runs.get(index)), areas: [] }
  const room = placed.reduce((sum, { width, height }) => sum + (width + AREA_GAP) * (height + AREA_GAP), 0)
  const widest = Math.max(0, ...placed.map(({ width }) => width + 2 * AREA_GAP))
  const width = Math.max(widest, Math.sqrt(room * ASPECT))
  const head = headOf(width)
  const rooms = placed.map(
    (graph, group) => [String(group), { width: graph.width, height: graph.height + head }] as const,
  )
  // The highest ones first: those of a row are about as high as each other.
  const inOrder = new Map(rooms.toSorted(([, a], [, b]) => b.height - a.height))
  const packed = placeInRows(inOrder, { x: AREA_GAP, y: AREA_GAP }, width, AREA_GAP)
  const shiftOf = (group: number): Point => {
    const { x, y } = packed.boxes.get(String(group)) ?? { x: 0, y: 0 }
    return { x, y: y + head }
  }
  const boxes = new Map(
    placed.flatMap((graph, group) => [...graph.boxes].map(([id, box]) => [id, shifted(box, shiftOf(group))] as const)),
  )
  const runs = references.map(({ from }, index) => {
    const group = groupOf.get(from) ?? 0
    return placed[group]?.runs.get(index)?.map((point) => shifted(point, shiftOf(group)))
  })
  const areas = groups.flatMap((members, group): GraphArea[] => {
    const box = packed.boxes.get(String(group))
    return box ? [{ ...box, head, name: nameOf(members, tables, references), count: members.length }] : []
  })
  return { width: packed.width, height: packed.height, boxes, runs, areas }
}

/** An area is called after the table that the others have most to do with. */
const nameOf = (
  members: readonly string[],
  tables: readonly ChosenTable[],
  references: readonly ChosenReference[],
): string => {
  const within = new Set(members)
  const ends = references
    .filter(({ from, to }) => from !== to && within.has(from) && within.has(to))
    .flatMap(({ from, to }) => [from, to])
  const degree = (id: string): number => ends.filter((end) => end === id).length
  const middle = members.reduce((best, id) => (degree(id) > degree(best) ? id : best), members[0] ?? '')
  const table = tables.find(({ id }) => id === middle)
  return table?.label ?? ''
}

const shifted = <Place extends Point>(place: Place, by: Point): Place => ({
  ...place,
  x: place.x + by.x,
  y: place.y + by.y,
})
