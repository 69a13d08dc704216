import * as t from '../../../core/json-schema.ts'
import { ROW_CHANGES } from '../../row-changes.ts'

const TABLE_TYPES = ['table', 'virtual', 'foreign', 'temporary', 'partitioned'] as const
const VIEW_TYPES = ['view', 'materialized', 'calculation'] as const

const DEFINED = { name: t.nullable(t.string()), definition: t.string() }

const KEY = {
  name: t.string(),
  columns: t.stringArray(),
  source: t.oneOf(['catalog', 'model']),
  isEnforced: t.boolean('The database refuses what breaks it'),
}

export const OUTPUT = t.object({
  ...t.strings('schema', 'table'),
  type: t.oneOf([...TABLE_TYPES, ...VIEW_TYPES]),
  ...t.optionals({
    matchingRows: t.integer('Rows that meet `where`, counted'),
    comment: t.nullable(t.string()),
    rowCount: t.nullable(t.integer("From the engine's statistics")),
    rowCountExact: t.boolean(),
    sizeBytes: t.nullable(t.integer('With indexes')),
    createdAt: t.nullable(t.string()),
    valid: t.nullable(t.boolean('False for a view that can no longer be read')),
    columns: t.arrayOf({
      name: t.string(),
      position: t.integer(),
      type: t.string(),
      kind: t.string('What kind of value it holds, whatever the engine calls its type'),
      nullable: t.boolean(),
      defaultValue: t.nullable(t.string('As the engine spells it')),
      isGenerated: t.boolean(),
      identity: t.nullable(t.oneOf(['always', 'by default'])),
      keyPosition: t.nullable(t.integer('Ordinal in the primary key, from 1')),
      comment: t.nullable(t.string()),
      isMasked: t.boolean('Its values are told to admins only'),
    }),
    constraints: t.arrayOf({
      ...DEFINED,
      kind: t.oneOf(['primaryKey', 'unique', 'foreignKey', 'check', 'exclusion']),
    }),
    indexes: t.arrayOf(DEFINED, 'Without those that constraints have made'),
    indexAdvice: t.nullable(
      t.arrayOf(
        {
          kind: t.oneOf(['missing', 'duplicate', 'unused'], 'Whether to make the index or to drop it, and why'),
          name: t.string('Of the index'),
          ...t.optionals({
            columns: t.stringArray('Those that no index begins with, of a key or an association'),
            other: t.string('The index that does the same'),
            tableScans: t.integer('How often the table was read, and never by the index'),
          }),
          statement: t.string('What would follow the advice; nothing runs it'),
        },
        'For tables of 1,000 rows and more; what is unused is told where the engine counts',
      ),
      'Null where the engine needs no such indexes',
    ),
    triggers: t.arrayOf({ name: t.string(), definition: t.nullable(t.string('For operators')) }),
    rowSecurity: t.nullable(
      t.object({
        enabled: t.boolean(),
        forced: t.boolean('Also for the owner of the table'),
        appliesToUser: t.boolean('It chooses the rows that the database user of this API sees'),
      }),
      'Null where the engine has no such thing',
    ),
    policies: t.arrayOf(
      {
        name: t.string(),
        command: t.oneOf(['all', 'select', 'insert', 'update', 'delete']),
        roles: t.stringArray(),
        isPermissive: t.boolean('One such policy has to admit a row, and all others'),
        using: t.nullable(t.string('Which rows are seen; for operators')),
        check: t.nullable(t.string('Which rows may be written; for operators')),
      },
      'Of row-level security, in force where it is enabled',
    ),
    references: t.array(
      t.object(
        {
          ...KEY,
          ...t.strings('referencedSchema', 'referencedTable'),
          referencedColumns: t.stringArray(),
          ...t.optionals({ isMissing: t.boolean('True where there is no such table') }),
        },
        { description: 'Foreign keys of the catalog and associations of the model' },
      ),
    ),
    referencedBy: t.array(
      t.object(
        { ...KEY, ...t.strings('schema', 'table'), referencedColumns: t.stringArray() },
        { description: 'Those of tables that refer to this one, in schemas that are open' },
      ),
    ),
    definition: t.nullable(t.string('The statement that makes it; that of a view for operators')),
    isOwnDefinition: t.boolean("The definition is the engine's own text, not written from the catalog"),
    rowChanges: ROW_CHANGES,
  }),
})
