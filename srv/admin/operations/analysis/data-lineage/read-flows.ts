import { AdminError } from '../../../errors.ts'
import type { Session } from '../../../database/session.ts'
import type { CatalogQuery } from '../../../dialects/dialect.ts'
import type { Flow, LineageSource, Unresolved } from '../../../dialects/lineage.ts'

export interface FoundFlows {
  readonly flows: readonly Flow[]
  readonly unresolved: readonly Unresolved[]
}

/** All flows of data that begin or end in a schema, as the engine itself knows them: no text is taken apart. */
export const readFlows = async (session: Session, lineage: LineageSource, schema: string): Promise<FoundFlows> => {
  if (lineage.method === 'catalog')
    return {
      flows: await askAll(session, lineage.flows, { schema }),
      unresolved: await askAll(session, lineage.unresolved, { schema }),
    }
  if (!session.describeAccess)
    throw new AdminError('NOT_SUPPORTED', 'This connection does not tell what statements touch')
  const objects = await askAll(session, [lineage.objects], { schema })
  const columns = await session.describeAccess(lineage.columnProbe(objects))
  const flows = await session.describeAccess(lineage.flowProbe(objects, columns))
  return lineage.readFlows(objects, columns, flows)
}

const askAll = async <Input, Item>(
  session: Session,
  queries: readonly CatalogQuery<Input, Item>[],
  input: Input,
): Promise<Item[]> => {
  const items: Item[] = []
  for (const query of queries)
    for (const row of await session.query(query.statement(input))) items.push(query.item(row))
  return items
}
