import { checkStatement } from '../core/dump/check-statement.ts'
import type { DumpStatement } from '../core/dump/manifest.ts'
import type { StatementUse } from '../core/dump/statement-uses.ts'
import type { SqlToken } from '../core/sql-tokens.ts'
import { ask } from '../dialects/rows.ts'
import type { Rebuild } from '../dialects/structure.ts'
import { AdminError } from '../core/errors.ts'
import type { SessionContext } from './operation.ts'

/** A statement that may be run elsewhere, with the tables that it refers to; or why it may not. */
export interface Examined {
  readonly statement: DumpStatement
  readonly references: readonly SqlToken[]
  readonly parents: readonly SqlToken[]
  /** Functions that it calls and must not. */
  readonly calls: readonly string[]
  readonly problem: AdminError | null
}

/** Looks at the statements of a dump, as they are written and as they are read. */
export const examineStatements = async (
  { session }: Pick<SessionContext, 'session'>,
  { spelling, closed }: Rebuild,
  schema: string,
  statements: readonly DumpStatement[],
): Promise<readonly Examined[]> => {
  const looked = statements.map((statement) => ({ statement, ...lookAt(statement, schema, spelling) }))
  const functions = [...new Set(looked.flatMap(({ use }) => use.functions))]
  const refused = new Set(closed && functions.length > 0 ? await ask(session, closed, { functions }) : [])
  return looked.map(({ statement, use, problem }) => {
    const calls = use.functions.filter((name) => refused.has(name))
    const [called] = calls
    return {
      ...{ statement, calls, references: use.references, parents: use.parents },
      problem: problem ?? (called === undefined ? null : calling(statement, called)),
    }
  })
}

const NOTHING: StatementUse = { functions: [], references: [], parents: [] }

const lookAt = (
  statement: DumpStatement,
  schema: string,
  spelling: Rebuild['spelling'],
): { readonly use: StatementUse; readonly problem: AdminError | null } => {
  try {
    return { use: checkStatement(statement, schema, spelling), problem: null }
  } catch (error) {
    if (error instanceof AdminError) return { use: NOTHING, problem: error }
    throw error
  }
}

const calling = ({ type, name }: DumpStatement, called: string): AdminError =>
  new AdminError(
    'INVALID_FILE_CONTENT',
    `The statement for ${type} '${name}' is not run: it calls '${called.slice(0, 100)}', which is not there or may do more than compute`,
  )

/** Whether a name in a statement is one of those that are known; each is looked for once. */
export const knownNames = ({ spelling }: Rebuild, names: ReadonlySet<string>): ((token: SqlToken) => boolean) => {
  const asked = new Map<string, boolean>()
  return (token) => {
    const key = `${token.type} ${token.value}`
    const isKnown = asked.get(key) ?? [...names].some((name) => spelling.isName(token, name))
    asked.set(key, isKnown)
    return isKnown
  }
}
