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
