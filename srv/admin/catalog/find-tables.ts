import { nameResolver, resolveName } from '../core/identifiers.ts'
import type { Session } from '../database/session.ts'
import { ask } from '../dialects/rows.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { ObjectName } from '../dialects/metadata.ts'
import { readColumnsOf } from '../dialects/read-columns-of.ts'
import { AdminError } from '../core/errors.ts'
import type { ResolvedTable } from '../operations/operation.ts'
import type { SensitiveFinder } from './masked-columns.ts'

/**
 * Looks up many tables of a schema in the time of a few: a question for each kind of thing, not for each table.
 *
 * @returns what resolves one of the names that were sent. It throws what is wrong with that one, which says nothing of the
 *   others.
 */
export const resolveTables = async (
  session: Session,
  dialect: Dialect,
  schema: string,
  sent: readonly string[],
  findSensitive: SensitiveFinder | undefined,
): Promise<(sent: string) => ResolvedTable> => {
  const all = await ask(session, dialect.catalog.allObjects, { schema })
  const objects = new Map(all.map((object) => [object.name, object]))
  const nameOf = nameResolver(objects.keys(), 'TABLE_NOT_FOUND', `In schema '${schema}', table`)
  const wanted = new Set([...new Set(sent)].flatMap((each) => nameOrNone(nameOf, each)))
  const columns = await readColumnsOf(session, dialect, schema, [...wanted])
  const found = new Map<string, ResolvedTable>()
  for (const name of wanted) {
    const [object, own] = [objects.get(name), columns.get(name)]
    if (!object || !own || own instanceof AdminError) continue
    const sensitiveOrigins = await findSensitive?.(object)
    found.set(name, { ...object, columns: own, ...(sensitiveOrigins && { sensitiveOrigins }) })
  }
  return (each) => {
    const name = nameOf(each)
    const table = found.get(name)
    if (table) return table
    const failure = columns.get(name)
    throw failure instanceof AdminError ? failure : new Error(`Table '${name}' was not looked up`)
  }
}

/** What is wrong with a name is told when it is resolved. */
const nameOrNone = (nameOf: (sent: string) => string, sent: string): string[] => {
  try {
    return [nameOf(sent)]
  } catch (error) {
    if (error instanceof AdminError) return []
    throw error
  }
}

/** What is wrong with the others is told where they are used. */
export const tablesFound = (find: (sent: string) => ResolvedTable, sent: readonly string[]): ResolvedTable[] =>
  sent.flatMap((each) => {
    try {
      return [find(each)]
    } catch (error) {
      if (error instanceof AdminError) return []
      throw error
    }
  })

/** The table or view of a name: of the exact spelling first, then but for letter case. @throws AdminError `TABLE_NOT_FOUND`, `AMBIGUOUS_NAME`. */
export const findObject = async (
  session: Session,
  { catalog }: Dialect,
  schema: string,
  sent: string,
): Promise<ObjectName> => {
  const named = (name: string): Promise<ObjectName[]> => ask(session, catalog.objectNames, { schema, name })
  const found = await named(sent)
  const exact = found.find(({ name }) => name === sent)
  if (exact) return exact
  const all = isFoldedAlike(sent) && found.length > 0 ? [] : await ask(session, catalog.allObjects, { schema })
  const known = [...new Set([...found, ...all].map((object) => object.name))]
  const name = resolveName(sent, known, 'TABLE_NOT_FOUND', `In schema '${schema}', table`)
  const object = [...found, ...(await named(name))].find((candidate) => candidate.name === name)
  if (!object) throw new AdminError('TABLE_NOT_FOUND', `In schema '${schema}', table '${sent}' does not exist`)
  return object
}

/** Whether every collation folds a name in the same way, so that what a catalog finds is all that there is. */
export const isFoldedAlike = (name: string): boolean => /^[ -~]*$/.test(name)
