import { flag, list, type Reader, rowReader, text, textOrNull } from '../../rows.ts'
import type { Answers, SkippedObject } from '../../structure.ts'

const json: Reader<unknown> = (row, name) => JSON.parse(text(row, name))
const OF_TABLE = { name: text, table: text, definition: text, comment: textOrNull }

/** How the answers to `structureQuestions` are read. Comments are SQL literals, or null. */
const read = {
  table: rowReader({
    name: text,
    isPartitioned: flag,
    isUnlogged: flag,
    options: textOrNull,
    comment: textOrNull,
    partitionKey: textOrNull,
    bound: textOrNull,
    parents: json as Reader<readonly { schema: string; name: string }[]>,
    columns: list,
    keyColumns: list,
  }),
  sequence: rowReader({
    name: text,
    identity: textOrNull as Reader<'ALWAYS' | 'BY DEFAULT' | null>,
    table: textOrNull,
    column: textOrNull,
    isUnlogged: flag,
    type: text,
    options: text,
    /** As defaults spell it. */
    reference: text,
    comment: textOrNull,
  }),
  default: rowReader({ table: text, column: text, sequence: text, definition: text }),
  /** Rows from before an unchecked one may violate it. */
  constraint: rowReader({ ...OF_TABLE, isCheck: flag, isUnchecked: flag, isInherited: flag }),
  foreignKey: rowReader({
    ...OF_TABLE,
    isInherited: flag,
    parentSchema: text,
    parent: text,
    head: text,
    parentReference: text,
  }),
  index: rowReader({ ...OF_TABLE, isInherited: flag }),
  trigger: rowReader({ ...OF_TABLE, isInherited: flag, enabled: text }),
  view: rowReader({
    name: text,
    isMaterialized: flag,
    isPopulated: flag,
    definition: text,
    options: textOrNull,
    needs: list,
    comment: textOrNull,
  }),
  statistics: rowReader(OF_TABLE),
  columnComment: rowReader({ table: text, column: text, comment: text }),
}

/** What the catalog says about a schema, or one table of it. */
export const readAnswers = (answers: Answers) => {
  const rows = (name: string) => answers[name] ?? []
  return {
    tables: rows('tables').map(read.table),
    sequences: rows('sequences').map(read.sequence),
    defaults: rows('defaults').map(read.default),
    constraints: rows('constraints').map(read.constraint),
    foreignKeys: rows('foreignKeys').map(read.foreignKey),
    indexes: rows('indexes').map(read.index),
    triggers: rows('triggers').map(read.trigger),
    views: rows('views').map((row) => ({
      ...read.view(row),
      definition: text(row, 'definition').replace(/;\s*$/, ''),
    })),
    statistics: rows('statistics').map(read.statistics),
    columnComments: rows('columnComments').map(read.columnComment),
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
