import { flag, list, text, textOrNull } from '../../rows.ts'
import type { Answers, SkippedObject } from '../../structure.ts'

/** What the catalog says about a schema, or one table of it. Comments are SQL literals, or null. */
export const readAnswers = (answers: Answers) => {
  const rows = (name: string) => answers[name] ?? []
  return {
    tables: rows('tables').map((row) => ({
      name: text(row, 'name'),
      isPartitioned: flag(row, 'partitioned'),
      isUnlogged: flag(row, 'unlogged'),
      options: textOrNull(row, 'options'),
      comment: textOrNull(row, 'comment'),
      partitionKey: textOrNull(row, 'partition_key'),
      bound: textOrNull(row, 'bound'),
      parents: JSON.parse(text(row, 'parents')) as readonly { schema: string; name: string }[],
      columns: list(row, 'columns'),
      keyColumns: list(row, 'key_columns'),
    })),
    sequences: rows('sequences').map((row) => ({
      name: text(row, 'name'),
      identity:
        row['dependency'] === 'i' ? (row['identity'] === 'a' ? ('ALWAYS' as const) : ('BY DEFAULT' as const)) : null,
      table: textOrNull(row, 'table'),
      column: textOrNull(row, 'column'),
      isUnlogged: flag(row, 'unlogged'),
      type: text(row, 'type'),
      options: text(row, 'options'),
      /** As defaults spell it. */
      reference: text(row, 'reference'),
      comment: textOrNull(row, 'comment'),
    })),
    defaults: rows('defaults').map((row) => ({
      table: text(row, 'table'),
      column: text(row, 'column'),
      sequence: text(row, 'sequence'),
      definition: text(row, 'definition'),
    })),
    constraints: rows('constraints').map((row) => ({
      name: text(row, 'name'),
      isCheck: ['c', 'n'].includes(text(row, 'type')),
      /** Rows from before it may violate it. */
      isUnchecked: flag(row, 'unchecked'),
      isInherited: flag(row, 'inherited'),
      table: text(row, 'table'),
      definition: text(row, 'definition'),
      comment: textOrNull(row, 'comment'),
    })),
    foreignKeys: rows('foreignKeys').map((row) => ({
      name: text(row, 'name'),
      isInherited: flag(row, 'inherited'),
      table: text(row, 'table'),
      parentSchema: text(row, 'parent_schema'),
      parent: text(row, 'parent'),
      head: text(row, 'head'),
      parentReference: text(row, 'parent_reference'),
      definition: text(row, 'definition'),
      comment: textOrNull(row, 'comment'),
    })),
    indexes: rows('indexes').map((row) => ({
      name: text(row, 'name'),
      isInherited: flag(row, 'inherited'),
      table: text(row, 'table'),
      definition: text(row, 'definition'),
      comment: textOrNull(row, 'comment'),
    })),
    triggers: rows('triggers').map((row) => ({
      name: text(row, 'name'),
      isInherited: flag(row, 'inherited'),
      table: text(row, 'table'),
      definition: text(row, 'definition'),
      enabled: text(row, 'enabled'),
      comment: textOrNull(row, 'comment'),
    })),
    views: rows('views').map((row) => ({
      name: text(row, 'name'),
      isMaterialized: flag(row, 'materialized'),
      isPopulated: flag(row, 'populated'),
      definition: text(row, 'definition').replace(/;\s*$/, ''),
      options: textOrNull(row, 'options'),
      needs: list(row, 'needs'),
      comment: textOrNull(row, 'comment'),
    })),
    statistics: rows('statistics').map((row) => ({
      name: text(row, 'name'),
      table: text(row, 'table'),
      definition: text(row, 'definition'),
      comment: textOrNull(row, 'comment'),
    })),
    columnComments: rows('columnComments').map((row) => ({
      table: text(row, 'table'),
      column: text(row, 'column'),
      comment: text(row, 'comment'),
    })),
    schemaComment: rows('schemas').map((row) => textOrNull(row, 'comment'))[0] ?? null,
    skipped: rows('others').map((row): SkippedObject => {
      const type = text(row, 'type')
      return { type, name: text(row, 'name'), reason: REASONS[type] ?? 'Not copied' }
    }),
  }
}

export type Structure = ReturnType<typeof readAnswers>
export type Table = Structure['tables'][number]
export type Sequence = Structure['sequences'][number]
export type ForeignKey = Structure['foreignKeys'][number]
export type Trigger = Structure['triggers'][number]

const REASONS: Readonly<Record<string, string>> = {
  function: 'Functions are not copied; what calls it calls the one of the source',
  aggregate: 'Aggregates are not copied; what calls it calls the one of the source',
  procedure: 'Procedures are not copied',
  type: 'Types are not copied; columns keep the type of the source',
  extension: 'An extension exists once in a database',
  foreignTable: 'Its rows are on another server',
  identity: 'The partitioned table numbers it, which the copy does not belong to',
  child: 'Rows of tables that inherit from it are not copied',
  rule: 'Rules are not copied',
  policy: 'Policies are not copied',
  rowSecurity: 'Row security is not switched on, since policies are not copied',
  grants: 'Privileges are not copied; the database user of the API owns what it makes',
}
