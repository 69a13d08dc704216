import { quoteIdentifier } from '../../core/identifiers.ts'
import type { AccessProbe, StepAccess } from '../../database/session.ts'
import type { StoredObject } from '../lineage.ts'

/** Words and what stands in quotes, brackets or comments, as https://www.sqlite.org/lang_comment.html and kin say. */
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]?|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}\p{N}_$]+|;/gu

/**
 * Triggers that together do what a trigger does, each with one of its statements; the trigger alone where it cannot be
 * taken apart.
 *
 * @param sql as `sqlite_schema` has it.
 */
export const splitTrigger = (sql: string): string[] => {
  const tokens = [...sql.matchAll(TOKEN)]
  const begin = tokens.findIndex(([text]) => /^begin$/i.test(text))
  const end = tokens.findLastIndex(([text]) => /^end$/i.test(text))
  const start = tokens[begin]
  const last = tokens[end]
  if (!start || !last || end < begin) return [sql]
  const bodyStart = start.index + start[0].length
  const stops = tokens.slice(begin, end).flatMap(({ 0: text, index }) => (text === ';' ? [index + 1] : []))
  const head = sql.slice(0, bodyStart)
  return stops.map((stop, index) => `${head} ${sql.slice(stops[index - 1] ?? bodyStart, stop).trim()} END`)
}

type Step = AccessProbe['steps'][number]

const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`

/** The stored text names no schema: https://www.sqlite.org/schematab.html#interpretation_of_the_schema_table */
export const qualify = (sql: string, schema: string): string =>
  sql.replace(/^CREATE (?:VIEW|TRIGGER) /, (start) => `${start}${quoteIdentifier(schema)}.`)

export const createTable = (object: StoredObject): string =>
  `CREATE TABLE ${qualified(object)} (${object.columns.map(quoteIdentifier).join(', ')})`

export const selectAll = (object: StoredObject): string => `SELECT * FROM ${qualified(object)}`

export const structureOf = (objects: readonly StoredObject[]): string[] => [
  ...[...new Set(objects.map(({ schema }) => schema))]
    .filter((schema) => schema !== 'main')
    .map((schema) => `ATTACH ':memory:' AS ${quoteIdentifier(schema)}`),
  // The columns of a virtual table are not known where its module is missing.
  ...objects
    .filter(({ type, columns }) => (type === 'table' || type === 'virtual') && columns.length > 0)
    .map(createTable),
]

/** Views with the columns that the first question has found; none for a view that cannot be compiled. */
export const withColumns = (objects: readonly StoredObject[], columns: readonly StepAccess[]): StoredObject[] => {
  const views = objects.filter(({ type }) => type === 'view')
  return objects.map((object) => {
    if (object.type !== 'view') return object
    const answer = columns[views.length + views.indexOf(object)]?.statements[0]
    return { ...object, columns: answer?.columns.map(({ name }) => name) ?? [] }
  })
}

export interface Question {
  readonly object: StoredObject
  /** Of a trigger: with all of its statements. */
  readonly isWhole: boolean
  readonly step: Step
}

/** All that is asked of views and triggers, in the order of the answers. */
export const questions = (objects: readonly StoredObject[]): Question[] =>
  objects.flatMap((object) => {
    if (object.type === 'view') return object.columns.length > 0 ? [askView(object)] : []
    if (object.type !== 'trigger') return []
    const subject = objects.find(
      ({ type, schema, name }) =>
        type !== 'trigger' && schema === object.schema && sameName(name, object.subject ?? ''),
    )
    if (!subject || subject.columns.length === 0) return []
    const parts = splitTrigger(object.sql)
    return [
      ...(parts.length > 1 ? parts.map((sql) => askTrigger(object, subject, sql, false)) : []),
      askTrigger(object, subject, object.sql, true),
    ]
  })

const askView = (view: StoredObject): Question => ({
  object: view,
  isWhole: true,
  step: {
    before: [`DROP TABLE ${qualified(view)}`, qualify(view.sql, view.schema)],
    statements: [selectAll(view)],
    after: [`DROP VIEW ${qualified(view)}`, createTable(view)],
  },
})

const askTrigger = (trigger: StoredObject, subject: StoredObject, sql: string, isWhole: boolean): Question => {
  const table = qualified(subject)
  const names = subject.columns.map(quoteIdentifier)
  const asView = `CREATE VIEW ${table} AS SELECT ${names.map((name) => `NULL AS ${name}`).join(', ')}`
  const isView = subject.type === 'view'
  return {
    object: trigger,
    isWhole,
    step: {
      before: [...(isView ? [`DROP TABLE ${table}`, asView] : []), qualify(sql, trigger.schema)],
      statements: [
        `INSERT INTO ${table} DEFAULT VALUES`,
        `UPDATE ${table} SET ${names.map((name) => `${name} = ${name}`).join(', ')}`,
        `DELETE FROM ${table}`,
      ],
      after: isView ? [`DROP VIEW ${table}`, createTable(subject)] : [`DROP TRIGGER ${qualified(trigger)}`],
    },
  }
}

/** As SQLite compares names. */
export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
