import type { FileCheck } from '../../../core/check-files/read-check-file.ts'
import { ruleError } from '../../../core/rules/rule-error.ts'
import { AdminError } from '../../../errors.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

/** The checks of a table that files of the application tell. */
export interface OwnChecks {
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
export const ownChecks = async (
  context: SessionContext,
  schema: string,
  ids?: readonly string[],
): Promise<OwnChecks[]> => {
  const all = (await context.checkFiles?.()) ?? []
  const files = all.filter(({ name }) => !ids || ids.some((id) => id.startsWith(`${name}/`)))
  if (files.length === 0) return []
  // What reads them is not loaded before there is any.
  const { readCheckFile } = await import('../../../core/check-files/read-check-file.ts')
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
