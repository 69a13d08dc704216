import { quoteIdentifier } from '../../core/identifiers.ts'
import type { AccessProbe } from '../../database/session.ts'
import {
  type Flow,
  type ProbedLineage,
  readTransformation,
  type StoredObject,
  type Unresolved,
  type Untraced,
} from '../lineage.ts'
import { list, text } from '../rows.ts'
import { armQuestions, columnQuestions, partTables, readOrigins, takeViewsApart } from './lineage-columns.ts'
import { triggerFlows, untracedColumns, viewFlows } from './lineage-flows.ts'
import { createTable, qualify, questions, sameName, selectAll, structureOf, withColumns } from './lineage-questions.ts'

type Step = AccessProbe['steps'][number]

const BROKEN = 'SQLite cannot compile it: it may name what does not exist'

/** A text without what is written twice inside of quotes. */
const unquoted = (text: string): string => `lower(replace(replace(${text}, '"', ''), '\`', ''))`

/**
 * Every view and trigger is made alone in an empty database where all that it may name is a table, so that whatever
 * SQLite sees when it prepares a statement is what the view or trigger touches by itself.
 */
export const lineage: ProbedLineage = {
  method: 'authorizer',
  // https://www.sqlite.org/fileformat2.html#stat4tab: values of indexed columns
  isOpaque: (name) => /^sqlite_stat\d/i.test(name),
  isWritten: {
    statement: ({ schema, name }) => ({
      sql: `SELECT 1 AS n FROM ${quoteIdentifier(schema)}.sqlite_schema
             WHERE type = 'trigger' AND instr(${unquoted('sql')}, ${unquoted('?1')}) > 0 LIMIT 1`,
      parameters: [name],
    }),
    item: () => true,
  },
  // https://www.sqlite.org/schematab.html
  objects: {
    statement: ({ schema }) => ({
      sql: `SELECT ?1 AS schema, s.name, s.tbl_name, s.sql,
                   iif(s.type = 'table' AND s.sql LIKE 'CREATE VIRTUAL%', 'virtual', s.type) AS type,
                   CASE WHEN s.type = 'table' AND (s.sql NOT LIKE 'CREATE VIRTUAL%' OR column_count(s.name, ?1) IS NOT NULL) THEN
                     (SELECT json_group_array(c.name ORDER BY c.cid) FROM temp.pragma_table_xinfo(s.name, ?1) AS c)
                   ELSE '[]' END AS columns
              FROM ${quoteIdentifier(schema)}.sqlite_schema AS s
             WHERE s.type IN ('table', 'view', 'trigger') AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.name`,
      parameters: [schema],
    }),
    item: (row) => {
      const type = text(row, 'type') as StoredObject['type']
      return {
        schema: text(row, 'schema'),
        name: text(row, 'name'),
        type,
        subject: type === 'trigger' ? text(row, 'tbl_name') : null,
        columns: list(row, 'columns'),
        sql: text(row, 'sql'),
      }
    },
  },
  transformations: {
    statement: ({ schema, names, definition }) => ({
      sql: `SELECT ?1 AS schema, tbl_name AS object, name, type, iif(?2, sql, NULL) AS definition
              FROM ${quoteIdentifier(schema)}.sqlite_schema
             WHERE type IN ('view', 'trigger') AND tbl_name IN (SELECT value FROM temp.json_each(?3)) ORDER BY name`,
      parameters: [schema, definition, JSON.stringify(names)],
    }),
    item: readTransformation,
  },
  columnProbe: (objects) => {
    const views = objects.filter(({ type }) => type === 'view')
    const make = ({ schema, sql }: StoredObject): Step => ({
      before: [qualify(sql, schema)],
      statements: [],
      after: [],
    })
    const look = (view: StoredObject): Step => ({ before: [], statements: [selectAll(view)], after: [] })
    const parts = columnQuestions(takeViewsApart(objects))
    return { structure: structureOf(objects), steps: [...views.map(make), ...views.map(look), ...parts] }
  },
  flowProbe: (objects, columns) => {
    const known = withColumns(objects, columns)
    const views = known.filter(({ type, columns: names }) => type === 'view' && names.length > 0)
    const taken = takeViewsApart(known)
    const parts = partTables(taken, columns.slice(2 * objects.filter(({ type }) => type === 'view').length))
    return {
      structure: [...structureOf(objects), ...[...views, ...parts].map(createTable)],
      steps: [...questions(known).map(({ step }) => step), ...armQuestions(taken)],
    }
  },
  readFlows: (objects, columns, steps) => {
    const known = withColumns(objects, columns)
    const asked = questions(known)
    const taken = takeViewsApart(known)
    const parts = partTables(taken, columns.slice(2 * known.filter(({ type }) => type === 'view').length))
    const origins = readOrigins(taken, parts, steps.slice(asked.length))
    const find = (schema: string, name: string): StoredObject | undefined =>
      known.find((each) => each.type !== 'trigger' && each.schema === schema && sameName(each.name, name))
    const flows: Flow[] = []
    const unresolved: Unresolved[] = []
    const untraced: Untraced[] = []
    for (const object of known) {
      const answers = asked.flatMap((question, index) =>
        question.object === object ? [{ isWhole: question.isWhole, statements: steps[index]?.statements ?? [] }] : [],
      )
      const found =
        object.type === 'view'
          ? viewFlows(object, answers, find, origins.get(object) ?? null)
          : triggerFlows(object, answers, find)
      if (object.type === 'view')
        for (const column of untracedColumns(object, answers, find, origins.get(object) ?? null))
          untraced.push({ target: object, column })
      if (found) flows.push(...found)
      else {
        if (object.type === 'view') untraced.push({ target: object, column: null })
        unresolved.push({ schema: object.schema, object: object.name, reason: BROKEN, isMet: false })
      }
    }
    return { flows, unresolved, untraced }
  },
}
