import { Type } from '@sinclair/typebox'
import { NAMES, nullable, oneOf } from '../../answer-types.ts'

const TABLE_TYPES = ['table', 'virtual', 'foreign', 'temporary', 'partitioned'] as const
const VIEW_TYPES = ['view', 'materialized', 'calculation'] as const

const DEFINED = { name: nullable(Type.String()), definition: Type.String() }

const KEY = {
  name: Type.String(),
  columns: NAMES,
  source: oneOf(['catalog', 'model']),
  isEnforced: Type.Boolean({ description: 'The database refuses what breaks it' }),
}

export const OUTPUT = Type.Object({
  schema: Type.String(),
  table: Type.String(),
  type: oneOf([...TABLE_TYPES, ...VIEW_TYPES]),
  matchingRows: Type.Optional(Type.Integer({ description: 'Rows that meet `where`, counted' })),
  comment: Type.Optional(nullable(Type.String())),
  rowCount: Type.Optional(nullable(Type.Integer({ description: "From the engine's statistics" }))),
  rowCountExact: Type.Optional(Type.Boolean()),
  sizeBytes: Type.Optional(nullable(Type.Integer({ description: 'With indexes' }))),
  createdAt: Type.Optional(nullable(Type.String())),
  valid: Type.Optional(nullable(Type.Boolean({ description: 'False for a view that can no longer be read' }))),
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        position: Type.Integer(),
        type: Type.String(),
        kind: Type.String({ description: 'What kind of value it holds, whatever the engine calls its type' }),
        nullable: Type.Boolean(),
        defaultValue: nullable(Type.String({ description: 'As the engine spells it' })),
        isGenerated: Type.Boolean(),
        identity: nullable(oneOf(['always', 'by default'])),
        keyPosition: nullable(Type.Integer({ description: 'Ordinal in the primary key, from 1' })),
        comment: nullable(Type.String()),
        isMasked: Type.Boolean({ description: 'Its values are told to admins only' }),
      }),
    ),
  ),
  constraints: Type.Optional(
    Type.Array(Type.Object({ ...DEFINED, kind: oneOf(['primaryKey', 'unique', 'foreignKey', 'check', 'exclusion']) })),
  ),
  indexes: Type.Optional(Type.Array(Type.Object(DEFINED), { description: 'Without those that constraints have made' })),
  triggers: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        definition: nullable(Type.String({ description: 'For operators' })),
      }),
    ),
  ),
  references: Type.Optional(
    Type.Array(
      Type.Object(
        { ...KEY, referencedSchema: Type.String(), referencedTable: Type.String(), referencedColumns: NAMES },
        { description: 'Foreign keys of the catalog and associations of the model' },
      ),
    ),
  ),
  referencedBy: Type.Optional(
    Type.Array(
      Type.Object(
        { ...KEY, schema: Type.String(), table: Type.String(), referencedColumns: NAMES },
        { description: 'Those of tables of the same schema that refer to this one' },
      ),
    ),
  ),
  definition: Type.Optional(
    nullable(Type.String({ description: 'The statement that makes it; that of a view for operators' })),
  ),
  isOwnDefinition: Type.Optional(
    Type.Boolean({ description: "The definition is the engine's own text, not written from the catalog" }),
  ),
})
