import type { SchemaStructure, StructureKind } from '../../../core/schema-differences/structure.ts'
import type { Session } from '../../../database/session.ts'
import type { SchemaReader } from '../../../dialects/schema-structure.ts'

/**
 * Reads what a schema consists of, by one query for each kind of object.
 *
 * @param other the schema that it is compared with.
 * @param kinds to be read besides tables and columns.
 */
export const readStructure = async (
  session: Session,
  { enter, queries }: SchemaReader,
  schema: string,
  other: string,
  kinds: readonly StructureKind[],
): Promise<SchemaStructure> => {
  if (enter) await session.query(enter(schema, other))
  const read = async <Kind extends StructureKind>(kind: Kind): Promise<SchemaStructure[Kind][number][]> => {
    const query = queries[kind]
    const isWanted = kind === 'tables' || kind === 'columns' || kinds.includes(kind)
    if (!query || !isWanted) return []
    return query.read(await session.query(query.statement(schema)))
  }
  return {
    tables: await read('tables'),
    columns: await read('columns'),
    constraints: await read('constraints'),
    indexes: await read('indexes'),
    triggers: await read('triggers'),
    views: await read('views'),
    sequences: await read('sequences'),
    types: await read('types'),
    routines: await read('routines'),
    policies: await read('policies'),
    statistics: await read('statistics'),
    privileges: await read('privileges'),
  }
}
