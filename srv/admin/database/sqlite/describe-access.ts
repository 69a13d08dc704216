import { constants, DatabaseSync } from 'node:sqlite'
import type { AccessProbe, StatementAccess, StepAccess } from '../session.ts'
import { requireAuthorizer } from './authorizer.ts'
import type { Answer, StructureTrial } from './protocol.ts'
import { toSqlite } from './statements.ts'
import { registerCapFunctions, registerDialectFunctions } from './functions.ts'
import { missingFunctions } from './missing-parts.ts'

/**
 * Works in an empty database in memory, which is gone afterwards.
 *
 * @param definitions what will be made there. Functions that it calls and only the application has are replaced: none is run.
 */
const inScratchDatabase = <T>(definitions: string, work: (scratch: DatabaseSync) => T): T => {
  const scratch = new DatabaseSync(':memory:')
  try {
    registerCapFunctions(scratch)
    registerDialectFunctions(scratch, ':memory:')
    for (const name of missingFunctions(scratch, definitions)) scratch.function(name, { varargs: true }, () => null)
    return work(scratch)
  } finally {
    scratch.close()
  }
}

/** Makes tables and views, and asks about them. */
const tryStructure = ({ statements, questions }: StructureTrial): Answer<'tryStructure'> =>
  inScratchDatabase(statements.join('\n'), (scratch) => {
    for (const sql of statements) scratch.exec(sql)
    return questions.map(
      ({ sql, parameters }) => scratch.prepare(sql).all(...parameters.map(toSqlite)) as Answer<'tryStructure'>[number],
    )
  })

type Access = StatementAccess['accesses'][number]

/** https://www.sqlite.org/c3ref/c_alter_table.html */
const ACTIONS: Readonly<Record<number, Access['action']>> = {
  [constants.SQLITE_READ]: 'read',
  [constants.SQLITE_INSERT]: 'insert',
  [constants.SQLITE_UPDATE]: 'update',
  [constants.SQLITE_DELETE]: 'delete',
  [constants.SQLITE_SELECT]: 'select',
}

/**
 * Prepares statements in a database in memory while SQLite's authorizer listens: it is told of every table, column, view
 * and trigger that a statement touches.
 *
 * @see https://www.sqlite.org/c3ref/set_authorizer.html
 */
export const describeAccess = ({ structure, steps }: AccessProbe): StepAccess[] => {
  requireAuthorizer('Telling what views and triggers read')
  const made = steps.flatMap(({ before }) => before).join(';\n')
  return inScratchDatabase(made, (scratch) => {
    for (const sql of structure) scratch.prepare(sql).run()
    return steps.map(({ before, statements, after }) => {
      const isMade = before.every((sql) => isDone(scratch, sql))
      const described = statements.map((sql) => (isMade ? describe(scratch, sql) : null))
      for (const sql of after) isDone(scratch, sql)
      return { statements: described }
    })
  })
}

/** What cannot be done is told by what cannot be prepared then. */
const isDone = (scratch: DatabaseSync, sql: string): boolean => {
  try {
    scratch.prepare(sql).run()
    return true
  } catch {
    return false
  }
}

const describe = (scratch: DatabaseSync, sql: string): StatementAccess | null => {
  const accesses: Access[] = []
  scratch.setAuthorizer((code, table, column, schema, by) => {
    const action = ACTIONS[code]
    if (action !== undefined)
      accesses.push({
        action,
        schema: schema ?? '',
        table: table ?? '',
        column: column === '' ? null : column,
        isDirect: by === null,
      })
    return constants.SQLITE_OK
  })
  try {
    const columns = scratch.prepare(sql).columns()
    return {
      columns: columns.map(({ name, database, table, column }) => ({
        name,
        origin: database === null || table === null || column === null ? null : { schema: database, table, column },
      })),
      accesses,
    }
  } catch {
    return null
  } finally {
    scratch.setAuthorizer(null)
  }
}

/** What needs no database but one that is empty. */
export const scratchRequests = { describeAccess, tryStructure }
