import type { GraphLayout, GraphLine } from '../../parts/graph/graph-content.tsx'
import { betweenSides, type Box, type Point, type Size, throughSides } from '../../parts/graph/place-graph.ts'
import type { ChosenReference, ChosenTable, ChosenTables } from './choose-tables.ts'
import { placeAreas } from './place-areas.ts'
import { placeInRows } from './place-in-rows.ts'

export interface PlacedTable extends ChosenTable, Box {}

/** A line that knows how far below the tops of its boxes it ends. */
interface PlacedLine extends GraphLine {
  readonly offsets: readonly [from: number, to: number]
}

export interface DiagramLayout extends GraphLayout<PlacedTable> {
  readonly lines: readonly PlacedLine[]
}

export const HEAD_HEIGHT = 32
export const ROW_HEIGHT = 20
const FOOT_HEIGHT = 6
const GAP = 24
/** Tables without references fill rows of at least this width. */
const LEAST_WIDTH = 1_000

/**
 * Places tables so that references point from left to right; tables without any stand below. Many of them are placed by
 * subject areas, which stand beside each other. Coordinates are pixels from the top left corner.
 */
export const layoutDiagram = ({ tables, references }: ChosenTables): DiagramLayout => {
  const linked = new Set(references.flatMap(({ from, to }) => [from, to]))
  const sizes = new Map(tables.map((table) => [table.id, sizeOf(table)]))
  const graph = placeAreas(
    tables.filter(({ id }) => linked.has(id)),
    references,
    sizes,
  )
  const alone = placeInRows(
    new Map([...sizes].filter(([id]) => !linked.has(id))),
    { x: GAP, y: linked.size === 0 ? GAP : graph.height + GAP },
    Math.max(graph.width, LEAST_WIDTH),
    GAP,
  )
  const nodes = tables.flatMap((table): PlacedTable[] => {
    const box = graph.boxes.get(table.id) ?? alone.boxes.get(table.id)
    return box ? [{ ...table, ...box }] : []
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const lines = references.map((each, index) => lineOf(each, byId, graph.runs[index]))
  return {
    width: Math.max(graph.width, alone.width),
    height: Math.max(graph.height, alone.height),
    ...{ nodes, lines, areas: graph.areas },
  }
}

const sizeOf = (table: ChosenTable): Size => {
  const { columns } = table
  const longest = Math.max(table.label.length, ...columns.map(({ name, type }) => name.length + type.length + 5))
  const rows = columns.length > 0 ? columns.length * ROW_HEIGHT + FOOT_HEIGHT : 0
  return { width: Math.min(360, Math.max(140, 8 * longest + 32)), height: HEAD_HEIGHT + rows }
}

/** From the column that refers to the one that is referred to; from head to head where they are not shown. */
const lineOf = (
  reference: ChosenReference,
  byId: ReadonlyMap<string, PlacedTable>,
  run: readonly Point[] | undefined,
): PlacedLine => {
  const { from, to, columns, referencedColumns, referencedTable, table, source } = reference
  const [start, end] = [byId.get(from), byId.get(to)]
  const offsets = [offsetOf(start, columns[0]), offsetOf(end, referencedColumns[0])] as const
  const heights = [(start?.y ?? 0) + offsets[0], (end?.y ?? 0) + offsets[1]] as const
  return {
    source: from,
    target: to,
    type: source === 'catalog' ? 'foreign-key' : 'association',
    title: `${table} (${columns.join(', ')}) → ${referencedTable} (${referencedColumns.join(', ')})`,
    isFaint: run === undefined,
    offsets,
    points: start && end ? (run ? throughSides(run, start, end, heights) : betweenSides(start, end, heights)) : [],
  }
}

const offsetOf = (table: PlacedTable | undefined, column: string | undefined): number => {
  if (!table) return 0
  const index = table.columns.findIndex(({ name }) => name === column)
  return index < 0 ? HEAD_HEIGHT / 2 : HEAD_HEIGHT + (index + 0.5) * ROW_HEIGHT
}
