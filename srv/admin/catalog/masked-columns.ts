import { ask } from '../dialects/rows.ts'
import { sensitiveColumns, UNTRACED } from '../core/find-entity.ts'
import { foldName } from '../core/identifiers.ts'
import { hasCode } from '../core/errors.ts'
import type { Model } from '../core/model.ts'
import type { Session } from '../database/session.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Flow, Relative } from '../dialects/lineage.ts'
import { isView, type ObjectName } from '../dialects/metadata.ts'
import { readFlows } from '../operations/read-flows.ts'
import type { CopyRegister } from './registers.ts'

type Flows = Awaited<ReturnType<typeof readFlows>>
type Place = Pick<ObjectName, 'schema' | 'name'> & { readonly type: string }

/** Where the sensitive data of an object comes from, by its columns, folded; `null` among these stands for all of them. */
type Origins = Map<string | null, Set<string>>

/** Their rows come from a module of SQLite, or from another server. */
const OPAQUE = ['virtual', 'foreign']

/** Where to look for sensitive data. */
export interface SensitiveSources {
  readonly model: Model
  readonly copies: CopyRegister
  /** The model of sensitive data that the user sees; absent where that is nobody's business. */
  readonly open?: Model
}

/** The columns of an object that hold sensitive data, as `sensitiveFinder` tells. */
export type SensitiveFinder = (object: ObjectName) => Promise<(column: string) => ReadonlySet<string>>

/**
 * Finds the columns that hold sensitive data of the model's tables under other names: in copies that the API has made, in
 * partitions, in what triggers and functions write, in computed columns, and in views, whoever made them. Where it cannot be
 * told what data is made of, it may be made of any.
 *
 * @returns for one object after the other the model's columns that the data of a column is made of; none for a column
 *   without sensitive data.
 */
export const sensitiveFinder = (session: Session, dialect: Dialect, sources: SensitiveSources): SensitiveFinder => {
  if (sources.model.entities.every((entity) => entity.sensitiveColumns.length === 0))
    return () => Promise.resolve(() => new Set())
  const search = new Search(session, dialect, sources)
  return async (object) => {
    const found = await search.originsOf(object)
    return (column) => new Set([...(found.get(null) ?? []), ...(found.get(foldName(column)) ?? [])])
  }
}

/** One search, which asks the catalog each question once. */
class Search {
  readonly #session: Session
  readonly #dialect: Dialect
  readonly #sources: SensitiveSources
  readonly #found = new Map<string, Origins>()
  readonly #flows = new Map<string, Promise<Flows | null>>()

  constructor(session: Session, dialect: Dialect, sources: SensitiveSources) {
    this.#session = session
    this.#dialect = dialect
    this.#sources = sources
  }

  async originsOf(object: Place): Promise<Origins> {
    const key = keyOf(object)
    const known = this.#found.get(key)
    if (known) return known
    const origins: Origins = new Map()
    this.#found.set(key, origins)
    const own = sensitiveColumns(this.#sources.model, object.name)
    const isOfOthers = isView(object)
    if (!isOfOthers) for (const [column, origin] of own) add(origins, column, [origin])
    const { lineage } = this.#dialect
    if (OPAQUE.includes(object.type) || this.#dialect.isSystemSchema(object.schema) || lineage.isOpaque?.(object.name))
      add(origins, null, [UNTRACED])
    else if (isOfOthers || object.type === 'procedure') await this.#addSources(object, origins)
    else await this.#addToTable(object, origins)
    if (isOfOthers) for (const [column, origin] of own) if (!origins.has(column)) add(origins, column, [origin])
    return origins
  }

  async #addToTable(table: Place, origins: Origins): Promise<void> {
    const { lineage, catalog } = this.#dialect
    for (const { isUnsure = false, ...holder } of await this.#relativesOf(table)) {
      const found = await this.originsOf({ ...holder, type: 'table' })
      if (isUnsure && found.size > 0) add(origins, null, [...allOf(found), UNTRACED])
      else for (const [column, from] of found) add(origins, column, from)
    }
    const isWritten = lineage.isWritten && (await ask(this.#session, lineage.isWritten, table)).length > 0
    if (isWritten) await this.#addSources(table, origins)
    if (origins.size === 0) return
    // What a column is computed from is not told by the engine.
    const columns = await ask(this.#session, catalog.columns, { schema: table.schema, table: table.name })
    const all = allOf(origins)
    for (const { name, isGenerated } of columns)
      if (isGenerated && !origins.has(foldName(name))) add(origins, foldName(name), [...all, UNTRACED])
  }

  /** Tables whose columns a table has: what it was copied from, what it is a part of, and its own parts. */
  async #relativesOf(table: Place): Promise<Relative[]> {
    const origin = await this.#sources.copies.originOf(table)
    const { relatives } = this.#dialect.lineage
    const others = relatives ? await ask(this.#session, relatives, table) : []
    return [...(origin?.name ? [{ schema: origin.schema, name: origin.name }] : []), ...others]
  }

  async #addSources(object: Place, origins: Origins): Promise<void> {
    const known = await this.#flowsOf(object.schema)
    if (!known) {
      add(origins, null, [UNTRACED])
      return
    }
    const { flows, calls, untraced } = known
    const key = keyOf(object)
    for (const { target, column } of untraced)
      if (keyOf(target) === key) add(origins, column === null ? null : foldName(column), [UNTRACED])
    for (const flow of [...flows, ...calls]) {
      if (keyOf(flow.target) !== key || keyOf(flow.source) === key) continue
      const source = await this.originsOf(flow.source)
      const from =
        flow.sourceColumn === null
          ? allOf(source)
          : [...(source.get(null) ?? []), ...(source.get(foldName(flow.sourceColumn)) ?? [])]
      if (from.length === 0) continue
      if (flow.targetColumn !== null) add(origins, foldName(flow.targetColumn), from)
      else if (this.#isUnsure(flow)) add(origins, null, [...from, UNTRACED])
    }
  }

  /** Data that goes into no column of a view only chooses its rows, on engines that can tell. */
  #isUnsure({ isUnsure, type, source }: Flow): boolean {
    const { lineage } = this.#dialect
    const isTold = lineage.method === 'authorizer' || lineage.views !== undefined
    return isUnsure === true || !isTold || type !== 'view' || source.type === 'procedure'
  }

  #flowsOf(schema: string): Promise<Flows | null> {
    const known = this.#flows.get(schema)
    if (known) return known
    const flows = readFlows(this.#session, this.#dialect.lineage, schema).catch(nullIfUntold)
    this.#flows.set(schema, flows)
    return flows
  }
}

/** SQLite tells what statements touch in newer versions of Node alone. */
const nullIfUntold = (error: unknown): null => {
  if (hasCode(error, 'NOT_SUPPORTED')) return null
  throw error
}

const add = (origins: Origins, column: string | null, from: Iterable<string>): void => {
  const known = origins.get(column)
  if (known) for (const origin of from) known.add(origin)
  else origins.set(column, new Set(from))
}

const allOf = (origins: Origins): string[] => [...new Set([...origins.values()].flatMap((from) => [...from]))]

const keyOf = ({ schema, name }: Pick<Place, 'schema' | 'name'>): string => JSON.stringify([schema, name])
