import cds from '@sap/cds'

/** How many rows there are, and how many of them have the same values at most. */
export interface GroupSize {
  readonly rows: number
  readonly largest: number
}

/** Counting reads a whole table; what it finds is good enough for a while. */
const GOOD_FOR_MS = 30_000
const SIZES = 500

const known = new Map<string, { at: number; size: Promise<GroupSize> }>()

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
 * The answer may be half a minute old.
 *
 * @param entity name of an entity that is stored
 */
export const groupSize = (entity: string, paths: readonly (readonly string[])[]): Promise<GroupSize> => {
  const key = JSON.stringify([entity, paths])
  const found = known.get(key)
  // Whoever counts may go before the end, which is nothing to those who wait with him.
  if (found && performance.now() - found.at < GOOD_FOR_MS) return found.size.catch(() => groupSize(entity, paths))
  const size = count(entity, paths)
  if (known.size >= SIZES) known.clear()
  known.set(key, { at: performance.now(), size })
  size.catch(() => {
    if (known.get(key)?.size === size) known.delete(key)
  })
  return size
}
