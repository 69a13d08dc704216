/** Which of two things refers to the other does not matter here. */
export type Link = readonly [one: string, other: string]

/** How much each node has to do with each of the others; with itself, twice what is within it. */
type Weights = readonly ReadonlyMap<number, number>[]

/**
 * Groups of tables that refer to each other more than to others: the Louvain method, which seeks the greatest modularity.
 * The same tables in the same order give the same groups.
 *
 * @returns groups in the order of their first tables; whatever is not linked stays alone.
 * @see Blondel and others, Fast unfolding of communities in large networks, 2008.
 */
export const subjectAreas = (ids: readonly string[], links: readonly Link[]): readonly (readonly string[])[] => {
  let groups: readonly (readonly string[])[] = ids.map((id) => [id])
  let weights = weightsOf(ids, links)
  for (;;) {
    const group = moveNodes(weights)
    const numbers = [...new Set(group)]
    if (numbers.length === weights.length) return groups
    const before = groups
    groups = numbers.map((number) => before.flatMap((members, node) => (group[node] === number ? members : [])))
    weights = merge(weights, group, numbers)
  }
}

const weightsOf = (ids: readonly string[], links: readonly Link[]): Weights => {
  const index = new Map(ids.map((id, number) => [id, number]))
  const weights = ids.map(() => new Map<number, number>())
  for (const [one, other] of links) {
    const [a, b] = [index.get(one), index.get(other)]
    if (a === undefined || b === undefined || a === b) continue
    add(weights[a], b, 1)
    add(weights[b], a, 1)
  }
  return weights
}

const add = (weights: Map<number, number> | undefined, to: number, weight: number): void => {
  weights?.set(to, (weights.get(to) ?? 0) + weight)
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0)

/** Moves one node after the other to where it belongs most, until none moves. @returns the group of each node. */
const moveNodes = (weights: Weights): readonly number[] => {
  const degrees = weights.map((row) => sum(row.values()))
  const all = sum(degrees)
  const group = weights.map((_, node) => node)
  const totals = [...degrees]
  let hasMoved = all > 0
  while (hasMoved) {
    hasMoved = false
    for (const [node, row] of weights.entries()) {
      const from = group[node] ?? node
      const degree = degrees[node] ?? 0
      totals[from] = (totals[from] ?? 0) - degree
      const shared = new Map<number, number>([[from, 0]])
      for (const [other, weight] of row) if (other !== node) add(shared, group[other] ?? other, weight)
      const gain = (to: number): number => (shared.get(to) ?? 0) - ((totals[to] ?? 0) * degree) / all
      let best = from
      // What is gained by rounding alone would move nodes for ever.
      for (const to of shared.keys()) if (gain(to) > gain(best) + 1e-9) best = to
      totals[best] = (totals[best] ?? 0) + degree
      group[node] = best
      hasMoved ||= best !== from
    }
  }
  return group
}

/** Each group as one node. */
const merge = (weights: Weights, group: readonly number[], numbers: readonly number[]): Weights => {
  const place = new Map(numbers.map((number, index) => [number, index]))
  const merged = numbers.map(() => new Map<number, number>())
  const placeOf = (node: number): number => place.get(group[node] ?? node) ?? node
  for (const [node, row] of weights.entries())
    for (const [other, weight] of row) add(merged[placeOf(node)], placeOf(other), weight)
  return merged
}
