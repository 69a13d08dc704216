export type LineageNodeType = 'table' | 'view' | 'materialized' | 'virtual' | 'procedure' | 'service'
export type LineageEdgeType = 'view' | 'trigger' | 'synonym' | 'function' | 'reference' | 'model'

/** Something that data is stored in, computed by or shown through. */
export interface LineageNode {
  readonly id: string
  /** Null for what is in no schema: entities of services. */
  readonly schema: string | null
  readonly name: string
  readonly type: LineageNodeType
}

/** Data of one column that goes into another; the target is null when it is not one column that it goes into. */
export interface ColumnFlow {
  readonly source: string
  readonly target: string | null
}

/** Data flows from the source to the target. */
export interface LineageEdge {
  readonly source: string
  readonly target: string
  readonly type: LineageEdgeType
  readonly columns: readonly ColumnFlow[]
}

/** An id that no other name gives: parts with a dot or a quote stand in quotes. */
export const nodeId = (schema: string | null, name: string): string =>
  schema === null ? `service:${name}` : [schema, name].map(quotePart).join('.')

const quotePart = (part: string): string => (/[."]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)

/** Nodes and edges as they are found: the same edge found twice is one, with the columns of both. */
export class LineageGraph {
  readonly #nodes = new Map<string, LineageNode>()
  readonly #edges = new Map<string, LineageEdge>()

  /** @returns the id of the node. */
  add(node: Omit<LineageNode, 'id'>): string {
    const id = nodeId(node.schema, node.name)
    if (!this.#nodes.has(id)) this.#nodes.set(id, { id, ...node })
    return id
  }

  /** What a thing does to itself is no flow, but rows of a table may refer to others of it. */
  connect(source: string, target: string, type: LineageEdgeType, columns: readonly ColumnFlow[] = []): void {
    if (source === target && type !== 'reference') return
    const key = JSON.stringify([source, target, type])
    const known = this.#edges.get(key)?.columns ?? []
    const isKnown = (flow: ColumnFlow): boolean =>
      known.some((each) => each.source === flow.source && each.target === flow.target)
    this.#edges.set(key, { source, target, type, columns: [...known, ...columns.filter((flow) => !isKnown(flow))] })
  }

  node(id: string): LineageNode | undefined {
    return this.#nodes.get(id)
  }

  get nodes(): LineageNode[] {
    return [...this.#nodes.values()]
  }

  get edges(): LineageEdge[] {
    return [...this.#edges.values()]
  }
}

interface Arrow {
  readonly source: string
  readonly target: string
}

/**
 * For every group of nodes that can all reach each other: a shortest round trip from its first node by name, as the
 * nodes that it passes.
 */
export const findCycles = (edges: readonly Arrow[]): string[][] => {
  const [forward, backward] = [adjacency(edges, 'source', 'target'), adjacency(edges, 'target', 'source')]
  const done = new Set<string>()
  const cycles: string[][] = []
  for (const start of [...forward.keys()].sort()) {
    if (done.has(start)) continue
    const before = reachable(start, backward)
    const group = [...reachable(start, forward)].filter((id) => before.has(id))
    if (group.length === 0) continue
    for (const id of group) done.add(id)
    cycles.push(roundTrip(start, forward))
  }
  return cycles
}

type Adjacency = ReadonlyMap<string, readonly string[]>

const adjacency = (edges: readonly Arrow[], from: keyof Arrow, to: keyof Arrow): Adjacency => {
  const found = new Map<string, string[]>()
  for (const edge of edges) {
    const list = found.get(edge[from])
    if (list) list.push(edge[to])
    else found.set(edge[from], [edge[to]])
  }
  for (const list of found.values()) list.sort()
  return found
}

/** What can be reached in one step or more; the start itself only by a way back. */
const reachable = (start: string, next: Adjacency): Set<string> => {
  const seen = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const each of next.get(id) ?? [])
      if (!seen.has(each)) {
        seen.add(each)
        open.push(each)
      }
  return seen
}

const roundTrip = (start: string, next: Adjacency): string[] => {
  const cameFrom = new Map<string, string>()
  const open = [start]
  for (const id of open)
    for (const each of next.get(id) ?? []) {
      if (each === start) return wayTo(id, start, cameFrom)
      if (cameFrom.has(each)) continue
      cameFrom.set(each, id)
      open.push(each)
    }
  return [start]
}

const wayTo = (end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] => {
  const way = [end]
  while (way[0] !== undefined && way[0] !== start) way.unshift(cameFrom.get(way[0]) ?? start)
  return way
}
