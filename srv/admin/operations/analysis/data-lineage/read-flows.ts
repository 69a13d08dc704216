import { AdminError } from '../../../errors.ts'
import type { Session } from '../../../database/session.ts'
import type { CatalogQuery } from '../../../dialects/dialect.ts'
import type { Flow, LineageSource, ScriptReader, Unresolved } from '../../../dialects/lineage.ts'

export interface FoundFlows {
  readonly flows: readonly Flow[]
  readonly unresolved: readonly Unresolved[]
}

/** All flows of data that begin or end in a schema, as the engine itself knows them, and those of functions by their text. */
export const readFlows = async (session: Session, lineage: LineageSource, schema: string): Promise<FoundFlows> => {
  if (lineage.method === 'catalog') {
    const flows = await askAll(session, lineage.flows, { schema })
    const scripted = lineage.scripts ? await readScripts(session, lineage.scripts, schema) : []
    return { flows: [...flows, ...scripted], unresolved: await askAll(session, lineage.unresolved, { schema }) }
  }
  if (!session.describeAccess)
    throw new AdminError('NOT_SUPPORTED', 'This connection does not tell what statements touch')
  const objects = await askAll(session, [lineage.objects], { schema })
  const columns = await session.describeAccess(lineage.columnProbe(objects))
  const flows = await session.describeAccess(lineage.flowProbe(objects, columns))
  return lineage.readFlows(objects, columns, flows)
}

const readScripts = async (
  session: Session,
  { scripts, relations, read }: ScriptReader,
  schema: string,
): Promise<readonly Flow[]> => {
  const texts = await askAll(session, [scripts], undefined)
  if (texts.length === 0) return []
  const flows = read(texts, await askAll(session, [relations], undefined))
  return flows.filter(({ source, target }) => [source.schema, target.schema].includes(schema))
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
