import { ask } from '../dialects/rows.ts'
import { nameFinder } from '../core/find-entity.ts'
import type { Model } from '../core/model.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { ForeignKeyMetadata } from '../dialects/metadata.ts'
import type { SessionContext } from './operation.ts'

export const SOURCES = ['all', 'catalog', 'model'] as const
export type Source = (typeof SOURCES)[number]

/** A rule that rows of one table refer to rows of another. */
export interface Key extends Omit<ForeignKeyMetadata, 'schema' | 'onUpdate' | 'onDelete'> {
  /** Where the rule is stated; what catalog and model both say is the catalog's. */
  readonly source: 'catalog' | 'model'
}

/**
 * Foreign keys of the catalog and associations of the model, which CAP deploys without a foreign key.
 *
 * @param table null for all tables of the schema.
 */
export const listKeys = async (
  { dialect, model, session }: SessionContext,
  { schema, table, source }: { schema: string; table: string | null; source: Source },
): Promise<Key[]> => {
  const { foreignKeys, allObjects } = dialect.catalog
  const known = await ask(session, foreignKeys, { schema, table })
  const stated = known.filter((key) => isShownKey(dialect, key)).map((key): Key => ({ ...key, source: 'catalog' }))
  if (source === 'catalog') return stated
  const objects = (await ask(session, allObjects, { schema })).map(({ name }) => name)
  const modelled = associationsOf(model, schema, objects).filter((key) => table === null || key.table === table)
  if (source === 'model') return modelled
  const seen = new Set(stated.map(textOf))
  return [...stated, ...modelled.filter((key) => !seen.has(textOf(key)))]
}

/** Whether neither end of it is hidden by the application. */
export const isShownKey = ({ hides }: Dialect, key: Pick<Key, 'table' | 'referencedTable'>): boolean =>
  !hides?.isTable(key.table) && !hides?.isTable(key.referencedTable)

/** Tables only: what a view shows is checked where it is stored. */
const associationsOf = (model: Model, schema: string, objects: readonly string[]): Key[] => {
  const find = nameFinder(objects)
  return model.entities
    .filter((entity) => entity.sources.length === 0)
    .flatMap((entity) => {
      const table = entity.table === null ? undefined : find(entity.table)
      if (table === undefined) return []
      return entity.associations.map(({ name, columns, targetTable, targetColumns }): Key => {
        const target = find(targetTable)
        return {
          name: `${table}_${name}`,
          table,
          columns,
          referencedSchema: schema,
          referencedTable: target ?? targetTable,
          referencedColumns: targetColumns,
          match: 'simple',
          isEnforced: false,
          ...(target === undefined && { isMissing: true }),
          source: 'model',
        }
      })
    })
}

/** What makes two keys the same one: engines fold letter case, and the order of columns has no meaning. */
const textOf = ({ table, columns, referencedTable, referencedColumns }: Key): string => {
  const pairs = columns.map((column, index) => [column, referencedColumns[index] ?? ''])
  return JSON.stringify([table, referencedTable, pairs.sort()]).toLowerCase()
}
