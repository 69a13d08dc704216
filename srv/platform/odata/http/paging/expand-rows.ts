import { AsyncLocalStorage } from 'node:async_hooks'
import cds from '@sap/cds'
import { nameOf } from '../../../cap/csn.ts'
import type { Column, Element, Entity } from '../../../cap/odata.ts'

/** How long a result is fresh, at least. */
const GOOD_FOR_MS = 30_000
/** A result is fresh so many times as long as its work took, so that the work takes a thousandth of the time. */
const TIMES = 1_000
const LONGEST_MS = 900_000
const MOST = 500

interface Entry<Result> {
  readonly result: Promise<Result>
  /** From then on the result is stale: it is still used while the work is done again. */
  goodUntil: number
  /** From then on it is not used any more. */
  usableUntil: number
}

/** Outside the transaction of a request, which may end before the work does. */
const outsideRequests = AsyncLocalStorage.snapshot() as (work: () => void) => void

/**
 * A cache of the results of costly work (stale-while-revalidate): a result is fresh for 30 s to 15 min, by what its work takes.
 * For as long again it is stale: used, and renewed in the background. After that callers wait for a new one.
 */
export class RenewedResults<Result> {
  readonly #entries = new Map<string, Entry<Result>>()

  /**
   * @param work what finds the result for a key; who asks meanwhile waits for the same.
   * @param isAgain whether what another had begun has failed already
   */
  get(key: string, work: () => Promise<Result>, isAgain = false): Promise<Result> {
    const now = performance.now()
    const entry = this.#entries.get(key)
    if (!entry || now >= entry.usableUntil) return this.#keep(key, work(), now)
    if (now >= entry.goodUntil) this.#renew(key, entry, work)
    // The caller that began the work may be cancelled, which must not fail those who wait for the same result. What fails twice
    // fails for all: one after the other they would wait for a database that is away.
    return isAgain ? entry.result : entry.result.catch(() => this.get(key, work, true))
  }

  /** A failure goes to the caller that began the work, and is not cached. */
  #keep(key: string, result: Promise<Result>, begun: number): Promise<Result> {
    const entry = { result, goodUntil: Infinity, usableUntil: Infinity }
    if (this.#entries.size >= MOST) this.#entries.clear()
    this.#entries.set(key, entry)
    result.then(
      () => {
        const now = performance.now()
        const goodForMs = Math.min(Math.max(GOOD_FOR_MS, (now - begun) * TIMES), LONGEST_MS)
        entry.goodUntil = now + goodForMs
        entry.usableUntil = now + 2 * goodForMs
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key)
      },
    )
    return result
  }

  /** Nobody waits for it: where it fails, the result is used until it is too old. */
  #renew(key: string, entry: Entry<Result>, work: () => Promise<Result>): void {
    entry.goodUntil = entry.usableUntil
    outsideRequests(() => {
      const begun = performance.now()
      work().then(
        (result) => void this.#keep(key, Promise.resolve(result), begun),
        () => undefined,
      )
    })
  }
}

/** How many rows there are, and how many of them have the same values at most. */
interface GroupSize {
  readonly rows: number
  readonly largest: number
}

const known = new RenewedResults<GroupSize>()

const count = async (entity: string, paths: readonly (readonly string[])[]): Promise<GroupSize> => {
  const groups = SELECT.from(entity).columns('count(*) as size')
  if (paths.length > 0) groups.groupBy(...paths.map((path) => path.join('.')))
  // What belongs to nothing is no partner of anything.
  for (const path of paths) groups.where(`${path.join('.')} is not null`)
  const totals = SELECT.one.from(groups as never).columns('sum(size) as rows', 'max(size) as largest')
  const { rows, largest } = ((await cds.db.run(totals)) ?? {}) as Partial<Record<'rows' | 'largest', unknown>>
  return { rows: Number(rows ?? 0), largest: Number(largest ?? 0) }
}

/**
 * Counts the rows of an entity, grouped by the values at `paths`, null left out; without any, all rows are one group.
 * The answer may be a minute old, that of large tables half an hour: counting reads all of them, or of an index.
 *
 * @param entity name of an entity that is stored
 */
export const groupSize = (entity: string, paths: readonly (readonly string[])[]): Promise<GroupSize> =>
  known.get(JSON.stringify([entity, paths]), () => count(entity, paths))

/** What is known of the rows at one place of an answer. */
interface Rows {
  /** How many there are at most. */
  readonly rows: number
  /** How many of them are the same record at most. */
  readonly copies: number
}

type Expanded = Column & { readonly expand: readonly (Column | '*')[] }

/** The navigation properties that a list of columns expands. */
export const expandedColumns = (columns: readonly (Column | '*')[] = []): Expanded[] =>
  columns.filter((column): column is Expanded => column !== '*' && column.expand !== undefined)

export const navigation = (entity: Entity, column: Column): (Element & { _target: Entity }) | undefined => {
  const element = entity.elements?.[column.ref?.[0] ?? '']
  return element?._target ? (element as Element & { _target: Entity }) : undefined
}

/** Paths of the target that tell which row of the source a row belongs to: `homeworld.ID` of `residents`. */
const backPaths = ({ name, on = [], _target }: Element): string[][] =>
  on
    .flatMap((token) => (typeof token === 'object' && token.ref?.[0] === name ? [token.ref.slice(1).map(nameOf)] : []))
    .flatMap((path) => {
      const { keys } = _target?.elements?.[path[0] ?? ''] ?? {}
      return keys ? keys.map(({ ref }) => [...path, ...ref]) : [path]
    })

/** Of an entity that is edited through drafts the greater of both sides counts. */
const sizeWithDrafts = async (entity: Entity, paths: readonly (readonly string[])[]): Promise<GroupSize> => {
  const size = await groupSize(entity.name, paths)
  if (!entity.drafts) return size
  const drafts = await groupSize(entity.drafts.name, paths)
  return { rows: Math.max(size.rows, drafts.rows), largest: Math.max(size.largest, drafts.largest) }
}

/** Each row of the source has `largest` partners at most, and no row of the target has more copies than its source. */
const alongMany = async (source: Rows, association: Element & { _target: Entity }, top: number): Promise<Rows> => {
  const { rows, largest } = await sizeWithDrafts(association._target, backPaths(association))
  return { rows: Math.min(source.rows * Math.min(largest, top), source.copies * rows), copies: source.copies }
}

/** Each row of the source has one partner, but `largest` rows may have the same. */
const alongOne = async (source: Rows, entity: Entity, association: Element): Promise<Rows> => {
  const paths = association.keys?.map(({ ref }) => [association.name, ...ref]) ?? []
  const { largest } = await sizeWithDrafts(entity, paths)
  return { rows: source.rows, copies: Math.min(source.rows, source.copies * largest) }
}

const leadsToMany = (entity: Entity, column: Expanded): boolean => {
  const association = navigation(entity, column)
  if (!association) return false
  return association.is2many || expandedColumns(column.expand).some((inner) => leadsToMany(association._target, inner))
}

const countBelow = async (source: Rows, entity: Entity, columns: readonly (Column | '*')[]): Promise<number> => {
  let total = 0
  for (const column of expandedColumns(columns)) {
    const association = navigation(entity, column)
    if (!association || !leadsToMany(entity, column)) continue
    const top = column.limit?.rows?.val ?? Infinity
    const inside = association.is2many
      ? await alongMany(source, association, top)
      : await alongOne(source, entity, association)
    total += inside.rows + (await countBelow(inside, association._target, column.expand))
  }
  return total
}

/**
 * How many rows the expanded navigation properties add to an answer at most, found from the sizes of the tables
 * without running the query. Going to and fro along an association multiplies: the residents of the homeworlds of the
 * residents of a planet are the square of them. To-one navigation properties that lead to nothing more are left out,
 * since they add a row to a row.
 *
 * @param most rows that the expanded properties are asked for
 */
export const expandedRows = async (
  entity: Entity,
  columns: readonly (Column | '*')[],
  most: number,
): Promise<number> => {
  if (!expandedColumns(columns).some((column) => leadsToMany(entity, column))) return 0
  const { rows } = most === 1 ? { rows: 1 } : await sizeWithDrafts(entity, [])
  return countBelow({ rows: Math.min(rows, most), copies: 1 }, entity, columns)
}
