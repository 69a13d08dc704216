import { AdminError } from '../../core/errors.ts'
import { beforeDeadline, type Deadline } from '../deadline.ts'
import { BoundedRows, notOpen, ofStatement, type UserAnswer, type UserStatement, valueSize } from '../user-statement.ts'
import type { Value } from '../../core/values.ts'
import type { PostgresConnection } from './connection.ts'
import type { QueryResult } from './driver.ts'
import { planSteps } from './plan-steps.ts'
import { FUNCTIONS, PRIVILEGED_ROLE, NAMING_TYPES, PREPARE, probeView, tablesOf } from './statement-parts.ts'

export interface UserLimits {
  readonly timeoutMs: number
  readonly lockTimeoutMs: number
  readonly parallelWorkers: number
}

/** Rows of one fetch at most, and characters that they may have together. */
const FETCH = { rows: 1_000, characters: 4_194_304 } as const

/**
 * Runs a statement of a user on a connection that is closed afterwards. The server itself says that it is one query, and
 * which tables, functions and types it names; only then it is planned, and runs as a cursor in a read-only transaction.
 */
export const askUserStatement = async (
  connection: PostgresConnection,
  deadline: Deadline,
  limits: UserLimits,
  statement: UserStatement,
): Promise<UserAnswer> => {
  const { sql, isPlan, isAnalyzed } = statement
  const run = (text: string): Promise<string> => beforeDeadline(connection.run(text), deadline)
  const query = (text: string, parameters: readonly Value[] = []): Promise<QueryResult> =>
    beforeDeadline(connection.query(text, parameters), deadline)
  const names = async (text: string): Promise<string[]> => (await query(text)).rows.map(([name]) => String(name))
  /** Runs a text of which the user's statement is a part, after what is before it. */
  const queryUser = (before: string, text: string): Promise<QueryResult> =>
    query(text).catch((error: unknown) => {
      const placeOf = (cause: unknown): number | undefined => {
        const place = Number((cause as { position?: string }).position ?? 0) - before.length
        return place >= 1 && place <= sql.length + 1 ? place : undefined
      }
      const told = ofStatement(error, placeOf)
      const [, command] = COMMAND.exec(sql) ?? []
      // What is no query is no part of one either, which the server calls an error of syntax.
      if (command !== undefined && told instanceof AdminError && codeOf(told.cause) === SYNTAX_ERROR)
        throw new AdminError(
          'INSUFFICIENT_PRIVILEGE',
          `A statement may only read tables: ${command.toUpperCase()} is refused`,
        )
      throw told
    })
  const inTransaction = async <T>(mode: 'READ ONLY' | 'READ WRITE', work: () => Promise<T>): Promise<T> => {
    await run(begin(mode, limits))
    const result = await work()
    await run('ROLLBACK')
    return result
  }

  const tables: { schema: string; name: string }[] = []
  const functions: { schema: string; name: string }[] = []
  if (!statement.allowsSuperuser) await refusePrivilegedRole(names)
  await inTransaction('READ ONLY', () => queryUser(PREPARE, `${PREPARE}${sql}`))
  // Nothing of it is left: the view is only the server's way of telling what it has read in the text.
  await inTransaction('READ WRITE', async () => {
    const probe = probeView(sql)
    await queryUser(probe.before, probe.sql)
    for (const row of (await query(tablesOf(statement.opensCatalogs))).rows) {
      const [schema = '', name = ''] = row.map(String)
      if (!(await statement.isOpen(schema))) throw notOpen(schema)
      if (statement.closed.some((each) => each.schema === schema && each.name === name)) throw closedTable(name)
      tables.push({ schema, name })
    }
    for (const row of (await query(FUNCTIONS)).rows) {
      const [schema = '', name = ''] = row.map(String)
      if (!statement.allowsFunction(schema, name)) throw closedFunction(`${schema}.${name}`)
      functions.push({ schema, name })
    }
    const [type] = await names(NAMING_TYPES)
    if (type !== undefined)
      throw new AdminError('INSUFFICIENT_PRIVILEGE', `Values of type ${type} may only be written as constants`)
  })
  return inTransaction('READ ONLY', async () => {
    if (isPlan) {
      // What cannot be a cursor has no plan to ask for.
      await queryUser(DECLARE, `${DECLARE}${sql}`)
      const explain = isAnalyzed ? ANALYZE : EXPLAIN
      const { rows } = await queryUser(explain, `${explain}${sql}`)
      const plan = planSteps(JSON.parse(String(rows[0]?.[0])))
      return { tables, functions, columns: [], rows: [], isTruncated: false, cutValues: 0, plan }
    }
    return { tables, functions, ...(await readRows(queryUser, query, statement)) }
  })
}

const closedTable = (name: string): AdminError =>
  new AdminError('FORBIDDEN', `The application hides '${name}', or columns of it, from statements`)

/** Commands that do more than read, at the beginning of a text. */
const COMMAND =
  /^\s*(insert|update|delete|merge|truncate|create|alter|drop|comment|grant|revoke|copy|call|do|lock|refresh|reindex|vacuum|analyze|cluster|set|reset|begin|commit|rollback|listen|notify)\b/i

const SYNTAX_ERROR = '42601'
const codeOf = (cause: unknown): unknown => (cause as { code?: unknown } | undefined)?.code

const closedFunction = (name: string): AdminError =>
  new AdminError(
    'INSUFFICIENT_PRIVILEGE',
    `A statement may only read tables: it calls ${name}, which is not known to do nothing else; the setting dba.queryFunctions allows functions by name`,
  )

type Query = (text: string, parameters?: readonly Value[]) => Promise<QueryResult>

const DECLARE = 'DECLARE admin_statement NO SCROLL CURSOR FOR '
const EXPLAIN = 'EXPLAIN (FORMAT JSON) '
const ANALYZE = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) '

const begin = (mode: string, { timeoutMs, lockTimeoutMs, parallelWorkers }: UserLimits): string =>
  `BEGIN ISOLATION LEVEL REPEATABLE READ ${mode};
  SET LOCAL statement_timeout = ${Math.ceil(timeoutMs + 1_000)}; SET LOCAL lock_timeout = ${Math.ceil(lockTimeoutMs)};
  SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(timeoutMs + 60_000)};
  SELECT pg_catalog.set_config(name, least(pg_catalog.current_setting(name)::int, ${parallelWorkers})::text, true)
    FROM (VALUES ('max_parallel_workers_per_gather')) AS settings (name)`

const refusePrivilegedRole = async (names: (text: string) => Promise<string[]>): Promise<void> => {
  const [role] = await names(PRIVILEGED_ROLE)
  if (role === undefined) return
  throw new AdminError(
    'FORBIDDEN',
    `The server's database user is a superuser or has the role ${role}: statements are run as a user without`,
  )
}

/** Types of bounded size, by number: `select oid, typname from pg_type`. */
const BOUNDED = new Set([16, 18, 19, 20, 21, 23, 26, 700, 701, 1082, 1083, 1114, 1184, 1266, 2950])
const BYTEA = 17

/** In front of a text in which the statement does not stand. */
const NOWHERE = ' '.repeat(200)

/** Long values are cut by the server: the driver would keep a whole row in memory. */
const readRows = async (
  queryUser: (before: string, text: string) => Promise<QueryResult>,
  query: Query,
  { sql, rowLimit }: UserStatement,
): Promise<Omit<UserAnswer, 'tables' | 'functions'>> => {
  const head = 'SELECT * FROM ('
  const { fields } = await queryUser(head, `${head}${sql}\n) AS q LIMIT 0`)
  const size = valueSize(fields.length) + 1
  const aliases = fields.map((_, index) => `c${index}`)
  const selected = fields.map(({ dataTypeID }, index) => {
    const name = aliases[index] ?? ''
    if (BOUNDED.has(dataTypeID)) return name
    return dataTypeID === BYTEA
      ? `pg_catalog.substring(${name}, 1, ${size})`
      : `pg_catalog.left(${name}::text, ${size})`
  })
  const bounded = new BoundedRows(rowLimit, fields.length)
  if (fields.length > 0) {
    const before = `${DECLARE}SELECT ${selected.join(', ')} FROM (`
    await queryUser(before, `${before}${sql}\n) AS q (${aliases.join(', ')})`)
    const unbounded = selected.filter((each, index) => each !== aliases[index]).length
    const count = Math.min(FETCH.rows, Math.max(1, Math.floor(FETCH.characters / Math.max(1, unbounded * size))))
    for (let isWanted = true; isWanted;) {
      const { rows } = await queryUser(NOWHERE, `FETCH FORWARD ${count} FROM admin_statement`)
      isWanted = rows.length === count
      for (const row of rows as Value[][]) if (!bounded.add(row)) isWanted = false
    }
  }
  const types = await query(
    `SELECT pg_catalog.format_type(id::oid, modifier::int) FROM
      ROWS FROM (pg_catalog.string_to_table($1, ','), pg_catalog.string_to_table($2, ',')) WITH ORDINALITY AS t (id, modifier, position)
      WHERE id <> '' ORDER BY position`,
    [
      fields.map(({ dataTypeID }) => dataTypeID).join(','),
      fields.map(({ dataTypeModifier }) => dataTypeModifier).join(','),
    ],
  )
  const { rows, isTruncated, cutValues } = bounded
  const columns = fields.map(({ name }, index) => ({ name, type: String(types.rows[index]?.[0]) }))
  return { columns, rows, isTruncated, cutValues, plan: null }
}
