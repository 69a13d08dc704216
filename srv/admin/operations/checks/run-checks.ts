import { findEntity } from '../../core/find-entity.ts'
import { isReservedTable } from '../../core/technical-tables.ts'
import { ask } from '../../dialects/rows.ts'
import { AdminError } from '../../core/errors.ts'
import { inSession, type Operation, type ResolvedTable, type SessionContext } from '../operation.ts'
import { refuseMore } from '../list-page.ts'
import { type CheckedTable, checkTable } from './run-checks/check-table.ts'
import { INPUT, MAX_TABLES, OUTPUT } from './run-checks/schemas.ts'
import type { FileCheck } from '../../core/check-files/read-check-file.ts'
import { ruleError } from '../../core/rules/rule.ts'

/** The checks of a table that files of the application tell. */
interface OwnChecks {
  readonly table: ResolvedTable
  readonly checks: readonly FileCheck[]
}

/**
 * The checks of files that are about tables of a schema, by table. What is wrong in a file that none of the wanted ones is
 * in, or about a table of another check, is nothing to them.
 *
 * @param ids the wanted ones; all without it.
 * @throws AdminError `INVALID_RULE` with file, line and column for words and tables that are not known.
 */
const ownChecks = async (context: SessionContext, schema: string, ids?: readonly string[]): Promise<OwnChecks[]> => {
  const all = (await context.checkFiles?.()) ?? []
  const files = all.filter(({ name }) => !ids || ids.some((id) => id.startsWith(`${name}/`)))
  if (files.length === 0) return []
  // What reads them is not loaded before there is any.
  const { readCheckFile } = await import('../../core/check-files/read-check-file.ts')
  const checks = files.flatMap(({ name, text }) => readCheckFile(name, text))
  const meant = checks.filter(
    (check) =>
      (!ids || ids.includes(check.id)) &&
      (check.schema === undefined || check.schema.toLowerCase() === schema.toLowerCase()),
  )
  const found = new Map<string, { table: ResolvedTable; checks: FileCheck[] }>()
  for (const check of meant) {
    const table = await tableOf(context, schema, check)
    const known = found.get(table.name) ?? { table, checks: [] }
    known.checks.push(check)
    found.set(table.name, known)
  }
  return [...found.values()]
}

const tableOf = async (
  { names, session }: SessionContext,
  schema: string,
  { table, at }: FileCheck,
): Promise<ResolvedTable> => {
  try {
    return await names.table(session, schema, table)
  } catch (error) {
    if (!(error instanceof AdminError) || error.status === 500) throw error
    throw ruleError(at, error.details)
  }
}

/**
 * Checks all tables against what catalog and model say of them: keys, NOT NULL, lengths, references, `@mandatory` and `@assert`;
 * and against the checks that files of the application tell. What the names of columns suggest is not among it.
 *
 * @returns `valid`: every check that is no warning was made and passes. Data that fails is no error of the request.
 * @throws AdminError `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `TABLE_NOT_FOUND`, `LIMIT_TOO_LARGE`; `INVALID_RULE` for a file
 *   of checks, with line and column.
 * @see Ours: the contract has no such operation.
 */
export const runChecks: Operation<typeof INPUT> = {
  summary: 'Checks the rows of all tables against what the model says',
  readsRows: true,
  tellsValues: true,
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  run: (context, { schema: sent, tables, source = 'all', checks: ids, passing = false, maxErrors = 5 }) => {
    refuseMore('maxErrors', maxErrors, context.config.limits.differencesMax)
    return inSession(context, async (within) => {
      const schema = await within.names.schema(within.session, sent)
      const found = source === 'files' || ids ? [] : await tablesOf(within, schema, tables)
      const own = source === 'model' ? [] : await wantedChecks(within, schema, { tables, ids })
      const byName = new Map(own.map((each) => [each.table.name, each.checks]))
      const others = own.filter(({ table }) => !found.some(({ name }) => name === table.name))
      const all = [...found, ...others.map(({ table }) => table)]
      const checked: CheckedTable[] = []
      for (const [index, table] of all.entries()) {
        within.signal.throwIfAborted()
        within.progress(`checking: ${table.name}`, index, all.length)
        const isOfModel = index < found.length
        checked.push(
          await checkTable(within, table, { isOfModel, own: byName.get(table.name) ?? [], maxErrors, passing }),
        )
      }
      const failed = checked.filter(({ status }) => status !== 'pass')
      return {
        schema,
        valid: failed.every(({ status }) => status === 'warn'),
        tables: checked,
        checks: checked.reduce((sum, { checks }) => sum + checks, 0),
        failedChecks: failed.reduce((sum, each) => sum + each.failed.length, 0),
        failedTables: failed.length,
      }
    })
  },
}

/** @throws AdminError `INVALID_PARAMETER` for a check that no file tells. */
const wantedChecks = async (
  context: SessionContext,
  schema: string,
  { tables, ids }: { readonly tables: readonly string[] | undefined; readonly ids: readonly string[] | undefined },
): Promise<OwnChecks[]> => {
  const own = await ownChecks(context, schema, ids)
  const unknown = ids?.find((id) => !own.some(({ checks }) => checks.some((check) => check.id === id)))
  if (unknown !== undefined)
    throw new AdminError('INVALID_PARAMETER', `No file has the check '${unknown}' for ${schema}`)
  const find = tables && (await context.names.tables(context.session, schema, tables))
  const names = new Set(tables?.map((name) => find?.(name).name))
  return own.filter(({ table }) => !tables || names.has(table.name))
}

/** Those asked for; else those of the model that are there, or all where the model has none of them. */
const tablesOf = async (
  { session, names, dialect, model }: SessionContext,
  schema: string,
  sent: readonly string[] | undefined,
): Promise<readonly ResolvedTable[]> => {
  if (sent) {
    const find = await names.tables(session, schema, sent)
    return [...new Map(sent.map((name) => [find(name).name, find(name)])).values()]
  }
  const asked = { schema, pattern: '%', limit: MAX_TABLES + 1, offset: 0 }
  const listed = (await ask(session, dialect.catalog.keyedTables, asked)).map(({ name }) => name)
  if (listed.length > MAX_TABLES) throw new AdminError('LIMIT_TOO_LARGE', `At most ${MAX_TABLES} tables are checked`)
  const open = listed.filter((name) => !isReservedTable(name))
  const ofModel = open.filter((name) => {
    const entity = findEntity(model, name)
    return entity && entity.isTechnical !== true
  })
  const meant = ofModel.length > 0 ? ofModel : open
  return meant.map(await names.tables(session, schema, meant))
}
