import { AdminError } from '../core/errors.ts'
import type { Session } from '../database/session.ts'
import { ask, type CatalogQuery } from '../dialects/rows.ts'
import type { Flow, LineageSource, ScriptReader, ViewQuery, ViewReader } from '../dialects/lineage.ts'

/** All flows of data that begin or end in a schema, as the engine itself knows them, and those of functions by their text. */
export const readFlows = async (session: Session, lineage: LineageSource, schema: string) => {
  if (lineage.method === 'catalog') {
    const flows = await askAll(session, lineage.flows, { schema })
    const viewed = lineage.views ? await readViews(session, lineage.views, { schema, names: null }) : []
    const scripted = lineage.scripts ? await readScripts(session, lineage.scripts, schema) : NO_SCRIPTS
    const untraced = lineage.untraced ? await ask(session, lineage.untraced, { schema }) : []
    return {
      flows: [...viewed, ...flows, ...scripted.flows],
      calls: scripted.calls,
      untraced: [...untraced, ...scripted.untraced],
      unresolved: await askAll(session, lineage.unresolved, { schema }),
    }
  }
  if (!session.describeAccess)
    throw new AdminError('NOT_SUPPORTED', 'This connection does not tell what statements touch')
  const objects = await ask(session, lineage.objects, { schema })
  const columns = await session.describeAccess(lineage.columnProbe(objects))
  const flows = await session.describeAccess(lineage.flowProbe(objects, columns))
  return { ...lineage.readFlows(objects, columns, flows), calls: [] }
}

/** What views read, with the columns of theirs that it goes into. */
export const readViews = async (
  session: Session,
  { views, reads }: ViewReader,
  wanted: { readonly schema: string; readonly names: readonly string[] | null },
): Promise<Flow[]> => {
  const queries = new Map<number, ViewQuery>()
  // One after the other: it takes a while to parse the query of a large view.
  for (const row of await session.query(views.statement(wanted))) {
    const query = views.item(row)
    queries.set(query.id, query)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const rows = new Set<string>()
  return (await ask(session, reads, wanted)).flatMap(
    ({ view, source, target, column, origin, row, rowColumns }): Flow[] => {
      const query = queries.get(view)
      const flow = { source, target, type: 'view', sourceColumn: column } as const
      const into = (targets: ReturnType<ViewQuery['columnsOf']>, from: string | null): Flow[] =>
        targets.map(({ name, isCondition = false }) => ({
          ...{ ...flow, sourceColumn: from, targetColumn: name },
          ...(isCondition && { isCondition }),
        }))
      // The server does not note that a row is read as a whole, where it notes a column of it.
      const key = `${view} ${row}`
      const wholes = rows.has(key) ? [] : (query?.columnsOf(row) ?? [])
      const whole = [null, ...rowColumns].flatMap((each) => into(wholes, each))
      rows.add(key)
      const found = origin === row ? whole : [...whole, ...into(query?.columnsOf(origin) ?? [], column)]
      const isKnown = query?.isKnown ?? false
      return found.length > 0 ? found : [{ ...flow, targetColumn: null, ...(!isKnown && { isUnsure: true }) }]
    },
  )
}

type Scripted = ReturnType<ScriptReader['read']>
const NO_SCRIPTS: Scripted = { flows: [], calls: [], untraced: [] }

const readScripts = async (
  session: Session,
  { scripts, relations, opaque, read }: ScriptReader,
  schema: string,
): Promise<Scripted> => {
  const texts = await ask(session, scripts, undefined)
  if (texts.length === 0) return NO_SCRIPTS
  const found = read(texts, await ask(session, relations, undefined), await ask(session, opaque, undefined))
  return {
    flows: found.flows.filter(({ source, target }) => [source.schema, target.schema].includes(schema)),
    calls: found.calls,
    untraced: found.untraced,
  }
}

const askAll = async <Input, Item>(
  session: Session,
  queries: readonly CatalogQuery<Input, Item>[],
  input: Input,
): Promise<Item[]> => {
  const items: Item[] = []
  for (const query of queries) for (const item of await ask(session, query, input)) items.push(item)
  return items
}
