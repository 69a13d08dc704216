import type { Session } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { StructureQuery } from '../../../dialects/schema-structure.ts'
import type { SchemaStructure } from '../../../core/schema-differences/structure.ts'

type OfTables = Pick<SchemaStructure, 'constraints' | 'indexes' | 'triggers'>

/** Constraints, indexes and triggers of one table: the questions about a whole schema, with the table named. */
export const readObjects = async (
  session: Session,
  dialect: Dialect,
  { schema, name }: { readonly schema: string; readonly name: string },
): Promise<OfTables> => {
  const { enter, queries } = dialect.schemaStructure
  if (enter) await session.query(enter(schema, schema))
  const read = async <Item>(query: StructureQuery<Item> | undefined): Promise<Item[]> => {
    if (!query) return []
    const { sql, parameters } = query.statement(schema)
    const place = dialect.placeholder(parameters.length + 1, 'text')
    const ofTable = `SELECT * FROM (${sql}) q WHERE q."table" = ${place}`
    return query.read(await session.query({ sql: ofTable, parameters: [...parameters, name] }))
  }
  return {
    constraints: await read(queries.constraints),
    indexes: await read(queries.indexes),
    triggers: await read(queries.triggers),
  }
}
