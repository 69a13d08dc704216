import type { ClosedTable } from '../../../database/session.ts'
import { ask } from '../../../dialects/rows.ts'
import { maskingOf } from '../../masking.ts'
import type { Openness, ResolvedTable, SessionContext } from '../../operation.ts'

/** What a statement may not read of open schemas: what the application hides, and all that is made of it. */
export const closedTables = async (context: SessionContext, { isOpen }: Openness): Promise<ClosedTable[]> => {
  const { dialect, session } = context
  // They are not read.
  const names = context.names.noting({})
  const { allObjects, hiddenObjects, schemas } = dialect.catalog
  if (!hiddenObjects) return []
  const closed: ClosedTable[] = []
  for (const { name: schema } of await ask(session, schemas, ALL)) {
    if (!(await isOpen(schema))) continue
    for (const { name } of await ask(session, hiddenObjects, { schema })) closed.push({ schema, name, columns: null })
    const objects = (await ask(session, allObjects, { schema })).map(({ name }) => name)
    const find = await names.tables(session, schema, objects)
    for (const name of objects) {
      const columns = maskedOf(context, find(name))
      if (columns.length > 0) closed.push({ schema, name, columns })
    }
  }
  return closed
}

const ALL = { pattern: '%', includeSystem: false, limit: 10_000, offset: 0 }

const maskedOf = (context: SessionContext, table: ResolvedTable): string[] => {
  const { isMasked } = maskingOf(context, table)
  return table.columns.map(({ name }) => name).filter(isMasked)
}
