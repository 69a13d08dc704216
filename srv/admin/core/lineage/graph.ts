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
