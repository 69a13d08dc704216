import * as t from '../../core/json-schema.ts'
import { matchesPattern } from '../../core/identifiers.ts'
import { fillParameters, type FilledStatement } from '../../core/statement-parameters.ts'
import { jsonNumber } from '../../core/decimals.ts'
import type { JsonValue, Value } from '../../core/values.ts'
import { AdminError } from '../../core/errors.ts'
import { closedTables } from './query/closed-tables.ts'
import { inSession, type Operation, type OperationContext, type SessionContext } from '../operation.ts'
import type { UserAnswer } from '../../database/session.ts'

/**
 * Notes of what a statement has read that the database may hide rows of it from its user, and, where reads are recorded, that it
 * holds sensitive data.
 *
 * @throws AdminError `NOT_SUPPORTED` where the engine does not tell: what cannot be recorded is not answered.
 */
const noteTables = async (
  { names, session, dialect, isRecorded }: SessionContext,
  { tables, functions = [] }: UserAnswer,
): Promise<void> => {
  if (!tables && isRecorded)
    throw new AdminError(
      'NOT_SUPPORTED',
      `${dialect.platform} does not tell which tables a statement reads, and the application records reads of sensitive data`,
    )
  for (const [schema, read] of Map.groupBy(tables ?? [], (table) => table.schema)) {
    const { isOpen } = await names.openness(session)
    if (!(await isOpen(schema))) continue
    const called = read.map(({ name }) => name)
    if (isRecorded) await names.tables(session, schema, called)
    else await names.hiddenRows(session, { schema, tables: called })
  }
  for (const [schema, called] of Map.groupBy(functions, (each) => each.schema))
    await names.hiddenRows(session, { schema, tables: [], functions: called.map(({ name }) => name) })
}

/** Rows of an answer, unless told otherwise, and at most. */
const ROWS = { default: 1_000, maximum: 10_000 } as const
const MAX_LENGTH = 100_000
const MAX_PARAMETERS = 100

const input = t.object({
  sql: t.string("One statement that only reads, in the engine's own SQL", { minLength: 1, maxLength: MAX_LENGTH }),
  limit: t.integer('Rows at most', { minimum: 1, maximum: ROWS.maximum, default: ROWS.default }),
  plan: t.boolean('Answers how the statement would be run, and does not run it', { default: false }),
  parameters: t.optional(
    t.record(
      t.nullable(t.union([t.string(undefined, { maxLength: MAX_LENGTH }), t.number(), t.boolean()])),
      'Values for its parameters by name, which it has as `:name`; each is written as a constant of that type',
      { maxProperties: MAX_PARAMETERS },
    ),
  ),
  analyze: t.boolean(
    'With `plan`: runs the statement, within the same limits and undone like all else, and tells with the plan how long each step took and how many rows it had (PostgreSQL)',
    { default: false },
  ),
})

const output = t.object({
  columns: t.arrayOf({
    name: t.string('Columns may share one'),
    type: t.nullable(t.string(), "In the engine's words; null where it has none"),
  }),
  rows: t.array(
    t.array(t.unknown()),
    'Values in the order of the columns; large integers and decimals are texts, binary values base64',
  ),
  rowCount: t.integer('Of these rows'),
  truncated: t.boolean('Whether there are more rows than these'),
  cutValues: t.integer('Values of which only the beginning is there, since they are long'),
  elapsedMs: t.integer(),
  plan: t.nullable(
    t.arrayOf({
      depth: t.integer('Each step is a part of the nearest one before it that is less deep'),
      text: t.string(),
      facts: t.arrayOf(t.strings('name', 'value')),
    }),
  ),
})

/**
 * Runs one statement that an admin has written, or tells how it would be run. That it only reads, and only tables of open
 * schemas, is enforced by the engine.
 *
 * @throws AdminError `FORBIDDEN` where it is disabled, or the database user has too many privileges; `INVALID_STATEMENT`;
 *   `INSUFFICIENT_PRIVILEGE` for what does more than read; `SCHEMA_NOT_ALLOWED`; `LIMIT_TOO_LARGE`; `NOT_SUPPORTED`.
 * @see Ours: the contract has no such operation.
 */
export const query: Operation<typeof input> = {
  summary: 'Runs one statement that only reads',
  input,
  output,
  readsRows: true,
  tellsValues: true,
  onlyReads: true,
  isHeavy: true,
  run: async (context, { sql: sent, parameters = {}, limit, plan, analyze }) => {
    check(context, sent)
    const { sql, placeOf } = fillParameters(sent, parameters, context.dialect.engine)
    if (analyze && !plan) throw new AdminError('INVALID_PARAMETER', "'analyze' is about a plan: send 'plan', too")
    const { isOpen, closed } = await inSession(context, async (within) => {
      const openness = await within.names.openness(within.session)
      return { ...openness, closed: await closedTables(within, openness) }
    })
    const started = performance.now()
    const asked = context.database.ask(context, {
      sql: sql.replace(/[;\s]{1,100}$/, ''),
      rowLimit: limit,
      isPlan: plan,
      isAnalyzed: analyze,
      opensCatalogs: context.config.allowedSchemas === null && !context.dialect.hides,
      isOpen,
      closed,
      allowsFunction: (schema, name) =>
        context.config.queryFunctions.some((pattern) =>
          matchesPattern(pattern.includes('.') ? `${schema}.${name}` : name, pattern),
        ),
      allowsSuperuser: !context.config.isProduction,
    })
    const answer = await asked.catch((error: unknown) => {
      throw inWhatWasSent(error, placeOf)
    })
    await inSession(context, (within) => noteTables(within, answer))
    return {
      columns: answer.columns.map(({ name, type }) => ({ name, type })),
      rows: answer.rows.map((row) => row.map(jsonOf)),
      rowCount: answer.rows.length,
      truncated: answer.isTruncated,
      cutValues: answer.cutValues,
      elapsedMs: Math.round(performance.now() - started),
      plan:
        answer.plan?.map(({ depth, text, facts }) => ({ depth, text, facts: facts.map((fact) => ({ ...fact })) })) ??
        null,
    }
  },
}

/** An error with its place in the statement as it was sent. */
const inWhatWasSent = (error: unknown, placeOf: FilledStatement['placeOf']): unknown => {
  if (!(error instanceof AdminError) || error.position === undefined) return error
  const { code, details, cause, reason, position } = error
  return new AdminError(code, details, { cause, reason, position: placeOf(position) })
}

const check = ({ config, dialect }: OperationContext, sql: string): void => {
  if (!config.query)
    throw new AdminError(
      'FORBIDDEN',
      'Queries are disabled: enable them with the setting dba.query; in production they are disabled by default',
    )
  // Drivers end a text there.
  if (sql.includes('\0') || !sql.isWellFormed())
    throw new AdminError('INVALID_STATEMENT', 'The statement has a character that no text of a database can have')
  if (dialect.engine === 'hana' && dialect.hides)
    throw new AdminError(
      'NOT_SUPPORTED',
      'SAP HANA does not tell which tables a statement reads, so there are no queries where the application hides some of them',
    )
  if (dialect.engine === 'hana' && config.allowedSchemas)
    throw new AdminError(
      'NOT_SUPPORTED',
      'SAP HANA does not tell which schemas a statement reads, so there are no queries where the setting dba.allowedSchemas lists some',
    )
}

const jsonOf = (value: Value): JsonValue => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'number' || typeof value === 'bigint' ? jsonNumber(value) : value
}
