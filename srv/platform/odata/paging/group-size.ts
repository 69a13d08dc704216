import cds from '@sap/cds'
import { RenewedResults } from './renewed-results.ts'

/** How many rows there are, and how many of them have the same values at most. */
export interface GroupSize {
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
