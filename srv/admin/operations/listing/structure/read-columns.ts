import type { Session } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'

export interface DrawnColumn {
  readonly name: string
  /** As the engine calls it. */
  readonly type: string
}

interface Placed extends DrawnColumn {
  readonly position: number
}

/**
 * Asks for the columns of all tables of a schema at once, and keeps those that are wanted.
 *
 * @returns the columns by their table, in the order of the table.
 */
export const readColumns = async (
  session: Session,
  { schemaStructure }: Dialect,
  schema: string,
  isWanted: (table: string, column: string) => boolean,
): Promise<ReadonlyMap<string, readonly DrawnColumn[]>> => {
  const { sql, parameters } = schemaStructure.queries.columns?.statement(schema) ?? { sql: '', parameters: [] }
  const asked = { sql: `SELECT q."table", q."name", q."type", q."position" FROM (${sql}) q`, parameters }
  const found = new Map<string, Placed[]>()
  for await (const batch of session.stream(asked))
    for (const row of batch) {
      const [table = '', name = '', type = ''] = row.map(String)
      if (!isWanted(table, name)) continue
      const columns = found.get(table) ?? []
      found.set(table, columns)
      columns.push({ name, type, position: Number(row[3]) })
    }
  return new Map(
    [...found].map(([table, columns]) => [
      table,
      columns.sort((a, b) => a.position - b.position).map(({ name, type }) => ({ name, type })),
    ]),
  )
}
