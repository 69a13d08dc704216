import { ask } from '../dialects/catalog-query.ts'
import { sensitiveColumns } from '../core/column-marks.ts'
import { foldName } from '../core/fold-name.ts'
import type { Model } from '../core/model.ts'
import type { Session } from '../database/session.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Flow } from '../dialects/lineage.ts'
import type { ObjectName } from '../dialects/metadata.ts'
import { readFlows } from '../operations/read-flows.ts'
import type { CopyRegister } from './copied-tables.ts'

type Place = Pick<ObjectName, 'schema' | 'name'> & { readonly type: string }

/** Columns of one object, folded; `null` among them stands for all that are not known. */
type Masked = ReadonlySet<string | null>

const VIEWS = ['view', 'materialized', 'calculation']

/** Where to look for sensitive data. */
export interface SensitiveSources {
  readonly model: Model
  readonly copies: CopyRegister
}

/**
 * Finds the columns that hold sensitive data of the model's tables under other names: in copies that the API has made, in
 * partitions, and in views, whoever made them. Where it is not certain which columns of a view do, all of them do.
 *
 * @returns whether a column is one of them.
 */
export const findSensitive = async (
  session: Session,
  dialect: Dialect,
  sources: SensitiveSources,
  object: ObjectName,
): Promise<(column: string) => boolean> => {
  if (sources.model.entities.every((entity) => entity.sensitiveColumns.length === 0)) return () => false
  const masked = await new Search(session, dialect, sources).masked(object)
  return masked.has(null) ? () => true : (column) => masked.has(foldName(column))
}

/** One search: what it has asked the database, it does not ask again. */
class Search {
  readonly #session: Session
  readonly #dialect: Dialect
  readonly #sources: SensitiveSources
  readonly #found = new Map<string, Set<string | null>>()
  readonly #flows = new Map<string, Promise<readonly Flow[]>>()

  constructor(session: Session, dialect: Dialect, sources: SensitiveSources) {
    this.#session = session
    this.#dialect = dialect
    this.#sources = sources
  }

  async masked(object: Place): Promise<Masked> {
    const key = keyOf(object)
    const known = this.#found.get(key)
    if (known) return known
    const masked = new Set<string | null>(sensitiveColumns(this.#sources.model, object.name))
    this.#found.set(key, masked)
    if (VIEWS.includes(object.type) || object.type === 'procedure') await this.#addSources(object, masked)
    else
      for (const holder of await this.#holders(object)) for (const name of await this.masked(holder)) masked.add(name)
    return masked
  }

  /** Tables whose columns a table has: what it was copied from, and what it is a part of. */
  async #holders(table: Place): Promise<Place[]> {
    const origin = await this.#sources.copies.originOf(table)
    const { parents } = this.#dialect.lineage
    const whole = parents ? await ask(this.#session, parents, table) : []
    return [
      ...(origin?.name ? [{ schema: origin.schema, name: origin.name, type: 'table' }] : []),
      ...whole.map((each) => ({ ...each, type: 'table' })),
    ]
  }

  async #addSources(object: Place, masked: Set<string | null>): Promise<void> {
    for (const flow of await this.#flowsOf(object.schema)) {
      if (keyOf(flow.target) !== keyOf(object)) continue
      const source = await this.masked(flow.source)
      const isHit =
        flow.sourceColumn === null ? source.size > 0 : source.has(null) || source.has(foldName(flow.sourceColumn))
      if (!isHit) continue
      if (flow.targetColumn !== null) masked.add(foldName(flow.targetColumn))
      else if (this.#isUnsure(flow)) masked.add(null)
    }
  }

  /** Data that goes into no column of a view only chooses its rows, on engines that can tell. */
  #isUnsure({ isUnsure, type, source }: Flow): boolean {
    const { lineage } = this.#dialect
    const isTold = lineage.method === 'authorizer' || lineage.views !== undefined
    return isUnsure === true || !isTold || type !== 'view' || source.type === 'procedure'
  }

  #flowsOf(schema: string): Promise<readonly Flow[]> {
    const known = this.#flows.get(schema)
    if (known) return known
    const flows = readFlows(this.#session, this.#dialect.lineage, schema).then((found) => found.flows)
    this.#flows.set(schema, flows)
    return flows
  }
}

const keyOf = ({ schema, name }: Pick<Place, 'schema' | 'name'>): string => JSON.stringify([schema, name])
