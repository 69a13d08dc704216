import { Type } from '@sinclair/typebox'
import { DIRECTIONS } from '../../../core/lineage/traverse.ts'
import { NAMES, nullable, oneOf } from '../../answer-types.ts'

/** The answer of dataLineage: a graph in format json, a text as `content` in others, `events` in openlineage. */
export const OUTPUT = Type.Object({
  rootTable: Type.String(),
  schema: Type.String(),
  direction: oneOf(DIRECTIONS),
  depth: Type.Integer(),
  sourceCount: Type.Integer(),
  targetCount: Type.Integer(),
  transformationCount: Type.Integer(),
  method: Type.String(),
  nodeTotal: Type.Integer({ description: 'As many there are within the depth' }),
  truncated: Type.Boolean(),
  depthReached: Type.Boolean({ description: 'There is more beyond the depth' }),
  nodes: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        schema: nullable(Type.String()),
        name: Type.String(),
        type: oneOf(['table', 'view', 'materialized', 'virtual', 'procedure', 'service']),
        direction: Type.String(),
        level: Type.Integer({ description: 'Steps from the root' }),
      }),
    ),
  ),
  edges: Type.Optional(
    Type.Array(
      Type.Object({
        source: Type.String(),
        target: Type.String(),
        type: oneOf(['view', 'trigger', 'synonym', 'function', 'reference', 'model']),
        columns: Type.Optional(Type.Array(Type.Object({ source: Type.String(), target: nullable(Type.String()) }))),
      }),
    ),
  ),
  transformations: Type.Optional(
    Type.Array(
      Type.Object({
        object: Type.String(),
        name: Type.String(),
        type: Type.String(),
        definition: Type.Optional(nullable(Type.String())),
      }),
    ),
  ),
  cycles: Type.Optional(Type.Array(NAMES)),
  unresolved: Type.Optional(
    Type.Array(
      Type.Object({ schema: nullable(Type.String()), object: nullable(Type.String()), reason: Type.String() }),
    ),
  ),
  format: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  events: Type.Optional(Type.Unknown()),
})
