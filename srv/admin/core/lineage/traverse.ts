import { findCycles, type LineageEdge, type LineageGraph, type LineageNode } from './graph.ts'

export const DIRECTIONS = ['upstream', 'downstream', 'bidirectional'] as const
export type Direction = (typeof DIRECTIONS)[number]

export interface PlacedNode extends LineageNode {
  /** Where it lies as seen from the root; `both` in a cycle. */
  readonly direction: 'root' | 'upstream' | 'downstream' | 'both'
  /** Steps from the root, the shorter way. */
  readonly level: number
}

export interface Lineage {
  /** The root first, then by level and id. */
  readonly nodes: readonly PlacedNode[]
  /** Every edge between nodes of one direction, also to a node that was seen before. */
  readonly edges: readonly LineageEdge[]
  /** One round trip for every group of nodes that depend on each other. */
  readonly cycles: readonly (readonly string[])[]
  /** Number of nodes within the depth. */
  readonly nodeTotal: number
  /** There are more nodes than `maxNodes`. */
  readonly isTruncated: boolean
  /** There is more beyond the depth. */
  readonly isDepthReached: boolean
}

export interface Walk {
  readonly direction: Direction
  readonly depth: number
  readonly maxNodes: number
}

/** What the root is computed from (upstream), what is computed from it (downstream), or both, breadth first. */
export const traverse = (graph: LineageGraph, root: string, { direction, depth, maxNodes }: Walk): Lineage => {
  const { edges } = graph
  const up = direction === 'downstream' ? null : levelsFrom(root, neighbours(edges, 'target', 'source'), depth)
  const down = direction === 'upstream' ? null : levelsFrom(root, neighbours(edges, 'source', 'target'), depth)
  const sides = [up, down].filter((side) => side !== null)
  const placed = graph.nodes
    .flatMap((node): PlacedNode[] => {
      const [above, below] = [up?.levels.get(node.id), down?.levels.get(node.id)]
      if (above === undefined && below === undefined) return []
      const level = Math.min(above ?? Infinity, below ?? Infinity)
      const side = below === undefined ? 'upstream' : above === undefined ? 'downstream' : 'both'
      return [{ ...node, direction: level === 0 ? 'root' : side, level }]
    })
    .sort((a, b) => a.level - b.level || compare(a.id, b.id))
  const nodes = placed.slice(0, maxNodes)
  const kept = new Set(nodes.map(({ id }) => id))
  const shown = edges
    .filter(({ source, target }) => kept.has(source) && kept.has(target))
    .filter(({ source, target }) => sides.some(({ levels }) => levels.has(source) && levels.has(target)))
    .sort((a, b) => compare(a.source, b.source) || compare(a.target, b.target) || compare(a.type, b.type))
  return {
    nodes,
    edges: shown,
    cycles: findCycles(shown),
    nodeTotal: placed.length,
    isTruncated: placed.length > nodes.length,
    isDepthReached: sides.some(({ hasMore }) => hasMore),
  }
}

/** By code point, so that the order is the same everywhere. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Neighbours = ReadonlyMap<string, readonly string[]>

const neighbours = (edges: readonly LineageEdge[], from: 'source' | 'target', to: 'source' | 'target'): Neighbours => {
  const found = new Map<string, string[]>()
  for (const edge of edges) {
    const list = found.get(edge[from])
    if (list) list.push(edge[to])
    else found.set(edge[from], [edge[to]])
  }
  return found
}

const levelsFrom = (
  root: string,
  next: Neighbours,
  depth: number,
): { readonly levels: ReadonlyMap<string, number>; readonly hasMore: boolean } => {
  const levels = new Map([[root, 0]])
  let frontier = [root]
  const unseen = (): string[] =>
    [...new Set(frontier.flatMap((id) => next.get(id) ?? []))].filter((id) => !levels.has(id))
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    frontier = unseen()
    for (const id of frontier) levels.set(id, level)
  }
  return { levels, hasMore: unseen().length > 0 }
}

interface OpenLineageOptions {
  /** Of all datasets and jobs: the database that they are in, as a URI. */
  readonly namespace: string
  /** ISO 8601. */
  readonly eventTime: string
}

interface Dataset {
  readonly namespace: string
  readonly name: string
}
interface InputField extends Dataset {
  readonly field: string
  readonly transformations?: readonly { readonly type: 'DIRECT' }[]
}

/** A job that exists, without a run: https://openlineage.io/docs/spec/object-model */
interface JobEvent {
  readonly eventTime: string
  readonly producer: string
  readonly schemaURL: string
  readonly job: Dataset
  readonly inputs: readonly Dataset[]
  readonly outputs: readonly (Dataset & { readonly facets?: object })[]
}

const PRODUCER = 'urn:database-administration-api:v1'
const SCHEMA = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/JobEvent'
const COLUMN_FACET = 'https://openlineage.io/spec/facets/1-2-0/ColumnLineageDatasetFacet.json'

/** Everything that is computed from something else as a job with its inputs and its one output. */
export const toOpenLineage = (
  { nodes, edges }: Pick<Lineage, 'nodes' | 'edges'>,
  { namespace, eventTime }: OpenLineageOptions,
): JobEvent[] => {
  const dataset = (name: string): Dataset => ({ namespace, name })
  const jobs = Map.groupBy(edges, ({ target, type }) => JSON.stringify([target, type]))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return [...jobs.values()].flatMap((incoming) => {
    const [first] = incoming
    const output = first && byId.get(first.target)
    if (!output) return []
    return [
      {
        eventTime,
        producer: PRODUCER,
        schemaURL: SCHEMA,
        job: { namespace, name: `${first.type}:${output.id}` },
        inputs: incoming.map(({ source }) => dataset(source)),
        outputs: [{ ...dataset(output.id), ...columnFacet(incoming, namespace) }],
      },
    ]
  })
}

/** @see https://openlineage.io/docs/spec/facets/dataset-facets/column_lineage_facet */
const columnFacet = (incoming: readonly LineageEdge[], namespace: string): { facets?: object } => {
  const fields: Record<string, { inputFields: InputField[] }> = {}
  // Which columns these go into, and whether as a value or in a condition, is not known.
  const others: InputField[] = []
  for (const { source, columns } of incoming)
    for (const flow of columns) {
      const input = { namespace, name: source, field: flow.source }
      if (flow.target === null) others.push(input)
      else
        (fields[flow.target] ??= { inputFields: [] }).inputFields.push({
          ...input,
          transformations: [{ type: 'DIRECT' }],
        })
    }
  if (Object.keys(fields).length === 0 && others.length === 0) return {}
  return {
    facets: {
      columnLineage: {
        _producer: PRODUCER,
        _schemaURL: COLUMN_FACET,
        fields,
        ...(others.length > 0 && { dataset: others }),
      },
    },
  }
}
