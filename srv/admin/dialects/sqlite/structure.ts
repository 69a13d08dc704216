import type { Structure, Planner, Rebuild } from '../structure.ts'
import { clone } from './structure/clone.ts'
import { copies } from './structure/copies.ts'
import { copy } from './structure/copy.ts'
import { PlanWriter } from '../plan-writer.ts'
import { readObjects, schemaQuestions, isSameName } from './structure/stored-schema.ts'
import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import type { ValueKind } from '../../core/values.ts'
import { rewriteNames, rewriteTable } from './structure/rewrite-table.ts'

const PHASES = {
  table: 'making tables',
  index: 'making indexes',
  view: 'making views',
  trigger: 'making triggers',
} as const

/** The statements that SQLite has stored, tables first; those that virtual tables keep their rows in are made by these. */
const script: Planner<{ readonly schema: string }> = {
  questions: ({ schema }) => {
    const { objects } = schemaQuestions(schema)
    return { objects }
  },
  plan: (_, answers) => {
    const plan = new PlanWriter()
    const objects = readObjects(answers).filter(({ kind }) => kind !== 'shadow')
    for (const [type, phase] of Object.entries(PHASES) as [keyof typeof PHASES, string][])
      for (const object of objects.filter((each) => each.type === type)) {
        const write = (): void => {
          plan.about(type, object.name, () => {
            plan.step(phase, object.sql)
          })
        }
        if (type === 'index' || type === 'trigger') plan.about('table', object.table, write)
        else write()
        plan.make(type, object.name)
      }
    return plan
  },
}

/** Words by which their kinds are known again. */
const TYPES: Readonly<Record<ValueKind, string>> = {
  boolean: 'BOOLEAN',
  integer: 'BIGINT',
  decimal: 'DECIMAL',
  float: 'DOUBLE',
  text: 'TEXT',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  binary: 'BLOB',
  json: 'JSON',
  other: 'TEXT',
}

/** Names have no schema: they mean the one that the statement makes something in. Functions that come with SQLite only compute. */
const rebuild: Rebuild = {
  spelling: { isName: ({ value }, name) => isSameName(value, name), brackets: 'names', isQualified: false },
  foreign: {
    typeOf: ({ kind, length, precision, scale }) =>
      kind === 'text' && length !== null
        ? `VARCHAR(${length})`
        : kind === 'decimal' && precision !== null
          ? `DECIMAL(${precision}, ${scale ?? 0})`
          : TYPES[kind],
    numbering: null,
    hasKeysInTables: true,
  },
  inSchema: ({ sql, type, table, name }, _, to) =>
    type === 'index'
      ? rewriteNames(sql, { name: `${quote(to)}.${quote(name)}`, table: quote(table ?? '') })
      : rewriteTable(sql, { schema: quote(to), name: quote(name), parent: quote }).sql,
}

export const structure: Structure = {
  nameProblem: (name) => (/^sqlite_/i.test(name) ? 'SQLite keeps names that start with sqlite_ for itself' : null),
  clone,
  copy,
  copies,
  script,
  rebuild,
}
