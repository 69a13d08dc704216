import { ask } from '../../../dialects/rows.ts'
import { LineageGraph } from '../../../core/lineage/graph.ts'
import type { Flow, Unresolved } from '../../../dialects/lineage.ts'
import { listKeys } from '../../list-keys.ts'
import type { SessionContext } from '../../operation.ts'
import { readFlows } from '../../read-flows.ts'
import { findName } from '../../../core/find-entity.ts'
import type { Model, ModelEntity } from '../../../core/model.ts'
import * as t from '../../../core/json-schema.ts'
import { DIRECTIONS } from '../../../core/lineage/traverse.ts'

/**
 * Adds what services show: each of their entities is fed by the view that is deployed for it, or else by what it
 * selects from.
 *
 * @param objects tables and views of the schema that the model is deployed to.
 */
const addModelFlows = (graph: LineageGraph, model: Model, schema: string, objects: readonly string[]): void => {
  const byName = new Map(model.entities.map((entity) => [entity.name, entity]))
  const deployed = (entity: ModelEntity): string | undefined => {
    const name = entity.table === null ? undefined : findName(entity.table, objects)
    if (name === undefined) return undefined
    return graph.add({ schema, name, type: entity.sources.length === 0 ? 'table' : 'view' })
  }
  const served = (entity: ModelEntity): string => graph.add({ schema: null, name: entity.name, type: 'service' })
  for (const entity of model.entities) {
    if (entity.service === null) continue
    const own = deployed(entity)
    const sources =
      own === undefined
        ? entity.sources.flatMap((name) => {
            const source = byName.get(name)
            if (!source) return []
            return (source.service === null ? deployed(source) : served(source)) ?? []
          })
        : [own]
    for (const source of sources) graph.connect(source, served(entity), 'model')
  }
}

/**
 * The flows of a schema and of all schemas that they lead to and that are open. Of a schema that is not, only the
 * objects are told that something open has to do with.
 */
export const buildGraph = async (context: SessionContext, schema: string, includeForeignKeys: boolean) => {
  const graph = new LineageGraph()
  const unresolved: Unresolved[] = []
  const seen = new Set([schema])
  const { hides } = context.dialect
  const { isOpen } = await context.names.openness(context.session)
  for (const each of seen) {
    context.progress(each)
    const found = await readFlows(context.session, context.dialect.lineage, each)
    const isShown = (...names: readonly string[]): boolean => !names.some((name) => hides?.isTable(name))
    unresolved.push(...found.unresolved.filter(({ object }) => isShown(object)))
    for (const flow of found.flows) if (isShown(flow.source.name, flow.target.name)) addFlow(graph, flow)
    if (includeForeignKeys) await addKeys(graph, context, each)
    for (const name of new Set(found.flows.flatMap(({ source, target }) => [source.schema, target.schema])))
      if (!seen.has(name) && (await isOpen(name))) seen.add(name)
  }
  const { allObjects, currentSchema } = context.dialect.catalog
  const [current] = await ask(context.session, currentSchema, undefined)
  if (schema === current) {
    const names = (await ask(context.session, allObjects, { schema })).map(({ name }) => name)
    addModelFlows(graph, context.model, schema, names)
  }
  return { graph, unresolved }
}

const addFlow = (graph: LineageGraph, flow: Flow): void => {
  const { source, target, type, sourceColumn, targetColumn, isCondition = false } = flow
  const columns = sourceColumn === null ? [] : [{ source: sourceColumn, target: isCondition ? null : targetColumn }]
  graph.connect(graph.add(source), graph.add(target), type, columns)
}

/** What a row refers to flows into it: its key. */
const addKeys = async (graph: LineageGraph, context: SessionContext, schema: string): Promise<void> => {
  for (const key of await listKeys(context, { schema, table: null, source: 'all' })) {
    const parent = graph.add({ schema: key.referencedSchema, name: key.referencedTable, type: 'table' })
    const child = graph.add({ schema, name: key.table, type: 'table' })
    const columns = key.columns.map((target, index) => ({ source: key.referencedColumns[index] ?? '', target }))
    graph.connect(parent, child, 'reference', columns)
  }
}

/** The answer of dataLineage: a graph in format json, a text as `content` in others, `events` in openlineage. */
export const OUTPUT = t.object({
  ...t.strings('rootTable', 'schema'),
  direction: t.oneOf(DIRECTIONS),
  ...t.integers('depth', 'sourceCount', 'targetCount', 'transformationCount'),
  method: t.string(),
  nodeTotal: t.integer('As many there are within the depth'),
  truncated: t.boolean(),
  depthReached: t.boolean('There is more beyond the depth'),
  ...t.optionals({
    nodes: t.arrayOf({
      id: t.string(),
      schema: t.nullable(t.string()),
      name: t.string(),
      type: t.oneOf(['table', 'view', 'materialized', 'virtual', 'procedure', 'service']),
      direction: t.string(),
      level: t.integer('Steps from the root'),
    }),
    edges: t.arrayOf({
      ...t.strings('source', 'target'),
      type: t.oneOf(['view', 'trigger', 'synonym', 'function', 'reference', 'model']),
      columns: t.optional(t.arrayOf({ source: t.string(), target: t.nullable(t.string()) })),
    }),
    transformations: t.arrayOf({
      ...t.strings('object', 'name', 'type'),
      definition: t.optional(t.nullable(t.string())),
    }),
    cycles: t.array(t.stringArray()),
    unresolved: t.arrayOf({ schema: t.nullable(t.string()), object: t.nullable(t.string()), reason: t.string() }),
    ...t.strings('format', 'content'),
    events: t.unknown(),
  }),
})
