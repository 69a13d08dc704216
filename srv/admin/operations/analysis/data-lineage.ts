import { refuseMore } from '../list-page.ts'
import { ask } from '../../dialects/rows.ts'
import * as t from '../../core/json-schema.ts'
import { LINEAGE_FORMATS, toCsv, toGraphml, toMermaid } from '../../core/lineage/formats.ts'
import type { LineageNodeType } from '../../core/lineage/graph.ts'
import { toOpenLineage, DIRECTIONS, type Lineage, type PlacedNode, traverse } from '../../core/lineage/traverse.ts'
import type { ObjectName } from '../../dialects/metadata.ts'
import type { Unresolved } from '../../dialects/lineage.ts'
import {
  inSession,
  type Json,
  type JsonObject,
  type Operation,
  type SessionContext,
  type StreamedResult,
} from '../operation.ts'
import { textAnswer } from '../answer-types.ts'
import { buildGraph, OUTPUT } from './data-lineage/build-graph.ts'

const INPUT = t.object({
  table: t.string('Table or view'),
  ...t.optionals({
    schema: t.string(),
    direction: t.oneOf(DIRECTIONS, 'upstream: what it is computed from; downstream: what is computed from it', {
      default: 'upstream',
    }),
    depth: t.integer('Steps from the table', { minimum: 1 }),
    maxNodes: t.integer(undefined, { minimum: 1 }),
    includeTransformations: t.boolean(undefined, { default: true }),
    columnLevel: t.boolean('Tells columns of edges', { default: false }),
    includeForeignKeys: t.boolean('Takes references for flows, from the parent to the child', { default: false }),
    format: t.oneOf(LINEAGE_FORMATS, undefined, { default: 'json' }),
  }),
})
type Input = t.Static<typeof INPUT>

/**
 * Tells what a table or view is computed from and what is computed from it, as the engine itself knows it, and which
 * entities of services show it. Edges always point the way the data flows.
 *
 * @returns `nodes` with their distance from the root, `edges` between them, `cycles`; what the engine cannot tell is in
 *   `unresolved`. `nodeTotal` counts what lies within the depth; `depthReached` says that there is more beyond.
 *   Definitions are shown to operators.
 * @throws AdminError `TABLE_NOT_FOUND`; `LIMIT_TOO_LARGE`.
 * @see Admin REST API, Endpoints, POST /dataLineage. Request and answer are ours: the contract leaves both open.
 */
export const dataLineage: Operation<typeof INPUT> = {
  summary: 'Tells what a table or view is computed from, and what is computed from it',
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  run: (given, input) => {
    const { limits } = given.config
    const { depth = limits.lineageDepth, maxNodes = limits.lineageNodes } = input
    refuseMore('depth', depth, limits.lineageDepthMax)
    refuseMore('maxNodes', maxNodes, limits.lineageNodesMax)
    return inSession(given, async (context) => {
      const root = await context.names.table(context.session, input.schema, input.table)
      const { graph, unresolved } = await buildGraph(context, root.schema, input.includeForeignKeys ?? false)
      const id = graph.add({ schema: root.schema, name: root.name, type: TYPES[root.type] })
      const direction = input.direction ?? 'upstream'
      const lineage = traverse(graph, id, { direction, depth, maxNodes })
      return answer(context, input, root, { ...withColumns(lineage, input), direction, depth }, unresolved)
    })
  },
}

const TYPES: Readonly<Record<ObjectName['type'], LineageNodeType>> = {
  table: 'table',
  temporary: 'table',
  partitioned: 'table',
  virtual: 'virtual',
  foreign: 'virtual',
  view: 'view',
  calculation: 'view',
  materialized: 'materialized',
}

const withColumns = (lineage: Lineage, { columnLevel }: Input): Lineage =>
  columnLevel ? lineage : { ...lineage, edges: lineage.edges.map((edge) => ({ ...edge, columns: [] })) }

const answer = async (
  context: SessionContext,
  input: Input,
  root: ObjectName,
  lineage: Lineage & Pick<Input, 'direction' | 'depth'>,
  unresolved: readonly Unresolved[],
): Promise<JsonObject | StreamedResult> => {
  const { nodes, edges } = lineage
  const countOf = (...sides: PlacedNode['direction'][]): number =>
    nodes.filter(({ direction }) => sides.includes(direction)).length
  const transformations = await readTransformations(context, nodes, input.includeTransformations ?? true)
  const summary = {
    rootTable: root.name,
    schema: root.schema,
    direction: lineage.direction,
    depth: lineage.depth,
    sourceCount: countOf('upstream', 'both'),
    targetCount: countOf('downstream', 'both'),
    transformationCount: transformations.length,
    method: context.dialect.lineage.method,
    nodeTotal: lineage.nodeTotal,
    truncated: lineage.isTruncated,
    depthReached: lineage.isDepthReached,
  }
  const text = (contentType: string, extension: string, content: string): JsonObject | StreamedResult => {
    const fileName = `${root.name}-lineage.${extension}`
    return textAnswer(context, { contentType, fileName, content }, { ...summary, format: input.format })
  }
  switch (input.format) {
    case 'csv':
      return text('text/csv', 'csv', toCsv(lineage))
    case 'graphml':
      return text('application/xml', 'graphml', toGraphml(lineage))
    case 'mermaid':
      return text('text/vnd.mermaid', 'mmd', toMermaid(lineage))
    case 'openlineage': {
      const namespace = await namespaceOf(context)
      const events = toOpenLineage(lineage, { namespace, eventTime: new Date().toISOString() })
      return { ...summary, format: input.format, events: events as unknown as Json }
    }
    default:
      return {
        ...summary,
        nodes: nodes.map((node) => ({ ...node })),
        edges: edges.map(({ columns, ...edge }) => ({
          ...edge,
          ...(input.columnLevel && { columns: columns.map((flow) => ({ ...flow })) }),
        })),
        ...((input.includeTransformations ?? true) && { transformations }),
        cycles: lineage.cycles,
        unresolved: unresolved
          .filter(isRelevant(nodes))
          .map(({ schema, object, reason }) => ({ schema, object, reason })),
      }
  }
}

/** Views, triggers and functions among the nodes. What is in no schema is in no catalog. */
const readTransformations = async (
  { dialect, user, session }: SessionContext,
  nodes: readonly PlacedNode[],
  isShown: boolean,
): Promise<JsonObject[]> => {
  const { transformations } = dialect.lineage
  const ids = new Map(nodes.map(({ id, schema, name }) => [JSON.stringify([schema, name]), id]))
  const bySchema = Map.groupBy(nodes, ({ schema }) => schema)
  const found: JsonObject[] = []
  for (const [schema, members] of bySchema) {
    if (schema === null) continue
    const definition = isShown && user.is('operator')
    const names = members.map(({ name }) => name)
    for (const each of await ask(session, transformations, { schema, names, definition })) {
      const object = ids.get(JSON.stringify([each.schema, each.object])) ?? each.object
      const text = dialect.hides?.mentionsTable(each.definition) ? null : each.definition
      found.push({ object, name: each.name, type: each.type, ...(definition && { definition: text }) })
    }
  }
  return found
}

/** A view that cannot be compiled may belong to any lineage; the others only where they are met. */
const isRelevant = (nodes: readonly PlacedNode[]): ((unresolved: Unresolved) => boolean) => {
  const shown = new Set(nodes.map(({ schema, name }) => JSON.stringify([schema, name])))
  return ({ schema, object, isMet = true }) => !isMet || shown.has(JSON.stringify([schema, object]))
}

/** @see https://openlineage.io/docs/spec/naming */
const namespaceOf = async ({ dialect, session }: SessionContext): Promise<string> => {
  const { databaseInfo } = dialect.catalog
  const [{ platform, database } = { platform: dialect.platform, database: '' }] = await ask(
    session,
    databaseInfo,
    undefined,
  )
  return `${platform.toLowerCase().replaceAll(' ', '-')}:${encodeURIComponent(database)}`
}
