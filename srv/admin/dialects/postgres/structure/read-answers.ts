import { all, flag, list, type Reader, rowReader, text, textOrNull } from '../../rows.ts'
import type { Answers, SkippedObject } from '../../structure.ts'

const json: Reader<unknown> = (row, name) => JSON.parse(text(row, name))
const OF_TABLE = { ...all(text, 'name', 'table', 'definition'), comment: textOrNull }

/** How the answers to `structureQuestions` are read. Comments are SQL literals, or null. */
const read = {
  table: rowReader({
    name: text,
    ...all(flag, 'isPartitioned', 'isUnlogged'),
    ...all(textOrNull, 'options', 'comment', 'partitionKey', 'bound', 'accessMethod', 'ofType'),
    parents: json as Reader<readonly { schema: string; name: string }[]>,
    ...all(list, 'columns', 'keyColumns'),
  }),
  sequence: rowReader({
    name: text,
    identity: textOrNull as Reader<'ALWAYS' | 'BY DEFAULT' | null>,
    ...all(textOrNull, 'table', 'column'),
    isUnlogged: flag,
    ...all(text, 'type', 'options'),
    /** As defaults spell it. */
    reference: text,
    comment: textOrNull,
  }),
  default: rowReader(all(text, 'table', 'column', 'sequence', 'definition')),
  /** Rows from before an unchecked one may violate it. */
  constraint: rowReader({ ...OF_TABLE, isCheck: flag, isUnchecked: flag, isInherited: flag }),
  foreignKey: rowReader({
    ...OF_TABLE,
    isInherited: flag,
    ...all(text, 'parentSchema', 'parent', 'head', 'parentReference'),
  }),
  index: rowReader({ ...OF_TABLE, isInherited: flag }),
  trigger: rowReader({ ...OF_TABLE, isInherited: flag, enabled: text }),
  view: rowReader({
    ...all(text, 'name', 'definition'),
    ...all(flag, 'isMaterialized', 'isPopulated'),
    ...all(textOrNull, 'options', 'comment'),
    needs: list,
  }),
  /** How many values are looked at; null where the server decides. */
  statistics: rowReader({ ...OF_TABLE, target: textOrNull }),
  columnComment: rowReader(all(text, 'table', 'column', 'comment')),
}

/** How the answers to `schemaQuestions` are read besides. */
const readMore = {
  ownType: rowReader(all(text, 'table', 'column', 'type')),
  setting: rowReader(all(text, 'table', 'object', 'kind', 'action')),
  attachment: rowReader(all(text, 'table', 'name', 'parent', 'parentTable')),
  type: rowReader({ ...all(text, 'name', 'kind'), ...all(textOrNull, 'definition', 'comment') }),
  routine: rowReader({
    ...all(text, 'id', 'name', 'arguments', 'kind', 'language', 'definition', 'body'),
    isParsed: flag,
    comment: textOrNull,
  }),
  triggerRoutine: rowReader(all(text, 'name', 'table', 'routine', 'routineSchema', 'routineName', 'body')),
  rule: rowReader({ ...OF_TABLE, enabled: text }),
  policy: rowReader(OF_TABLE),
  rowSecurity: rowReader({ table: text, ...all(flag, 'enabled', 'forced') }),
  grant: rowReader(all(text, 'kind', 'name', 'verb', 'whom')),
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

/** What it says about all of a schema. */
export const readSchema = (answers: Answers) => {
  const rows = (name: string) => answers[name] ?? []
  return {
    ...readAnswers(answers),
    columnTexts: new Map(rows('columnTexts').map((row) => [text(row, 'table'), list(row, 'texts')])),
    ownTypes: Map.groupBy(rows('ownTypes').map(readMore.ownType), ({ table }) => table),
    settings: rows('settings').map(readMore.setting),
    attachments: rows('attachments').map(readMore.attachment),
    types: rows('types').map(readMore.type),
    routines: rows('routines').map(readMore.routine),
    needs: Map.groupBy(
      rows('needs').map((row) => ({ name: text(row, 'name'), needs: text(row, 'needs') })),
      ({ name }) => name,
    ),
    triggerRoutines: rows('triggerRoutines').map(readMore.triggerRoutine),
    rules: rows('rules').map(readMore.rule),
    policies: rows('policies').map(readMore.policy),
    rowSecurity: rows('rowSecurity').map(readMore.rowSecurity),
    grants: rows('grants').map(readMore.grant),
  }
}

export type SchemaAnswers = ReturnType<typeof readSchema>
export type Routine = SchemaAnswers['routines'][number]
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
