import { type IndexAdvice, indexAdvice, LARGE_ROWS, type ReferringColumns } from '../core/index-advice.ts'
import { ask } from '../dialects/rows.ts'
import { nameFinder } from '../core/find-entity.ts'
import { readColumnsOf } from '../dialects/read-columns-of.ts'
import { AdminError } from '../core/errors.ts'
import type { Key } from './list-keys.ts'
import type { SessionContext } from './operation.ts'

/** An advice with the statement that follows it. */
export type StatedAdvice = IndexAdvice & { readonly statement: string }

/**
 * Which indexes of a schema to make and which to drop, by its keys, the associations of the model, and what the engine
 * counts; null where the engine needs no such indexes.
 *
 * @param keys all of the schema, from the catalog and the model.
 */
export const adviseIndexes = async (
  context: SessionContext,
  schema: string,
  keys: readonly Key[],
): Promise<StatedAdvice[] | null> => {
  const { dialect, session } = context
  const { indexes: catalog } = dialect.catalog
  if (!catalog) return null
  const indexes = await ask(session, catalog.ofSchema, { schema })
  const large = new Set(await ask(session, catalog.largeTables, { schema, rows: LARGE_ROWS }))
  const referring = await spellColumns(
    context,
    schema,
    keys.filter(({ table }) => large.has(table)),
  )
  const quote = (name: string): string => dialect.quote(name)
  return indexAdvice(indexes, referring, (table) => large.has(table)).map((advice) => {
    const names = {
      schema: quote(schema),
      index: quote(advice.name),
      table: quote(advice.table),
      columns: advice.kind === 'missing' ? advice.columns.map(quote).join(', ') : '',
    }
    return { ...advice, statement: advice.kind === 'missing' ? catalog.create(names) : catalog.drop(names) }
  })
}

/** Their columns as the catalog spells them; without keys that are not deployed. */
const spellColumns = async (
  context: SessionContext,
  schema: string,
  keys: readonly Key[],
): Promise<ReferringColumns[]> => {
  const modelled = [...new Set(keys.filter(({ source }) => source === 'model').map(({ table }) => table))]
  const columnsOf = await readColumnsOf(context.session, context.dialect, schema, modelled)
  return keys.flatMap(({ table, columns, source }) => {
    if (source === 'catalog') return [{ table, columns }]
    const known = columnsOf.get(table)
    const find = nameFinder(known && !(known instanceof AdminError) ? known.map(({ name }) => name) : [])
    const found = columns.map(find).filter((name) => name !== undefined)
    return found.length === columns.length ? [{ table, columns: found }] : []
  })
}
