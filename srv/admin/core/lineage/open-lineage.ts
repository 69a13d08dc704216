import type { LineageEdge } from './graph.ts'
import type { Lineage } from './traverse.ts'

export interface OpenLineageOptions {
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
export interface JobEvent {
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
