import * as t from '../../../core/json-schema.ts'
import { DIRECTIONS } from '../../../core/lineage/traverse.ts'

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
