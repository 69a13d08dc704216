import { ask } from '../dialects/rows.ts'
import type { SessionContext } from './operation.ts'

/** Schemas that the API has cloned: those that say so, or those that it remembers and that are still there. */
export const clonedSchemas = async ({ dialect, names, session }: SessionContext): Promise<string[]> => {
  const { catalog, structure } = dialect
  if (structure.copies.schemas) return ask(session, structure.copies.schemas, undefined)
  const all = await ask(session, catalog.schemas, { pattern: '%', includeSystem: false, limit: 10_000, offset: 0 })
  const cloned: string[] = []
  for (const { name } of all) if (await names.cloned.has(name)) cloned.push(name)
  return cloned
}
