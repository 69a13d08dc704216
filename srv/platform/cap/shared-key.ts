import type { Element, Entity, Operand } from './csn.ts'
import type { Row } from './request.ts'

/** The name of the key that an active record and its draft share. Every draft-enabled entity here has one. */
export function sharedKey(entity: Entity): string {
  const isOwn = ({ virtual, isAssociation, name }: Element): boolean =>
    !virtual && !isAssociation && name !== 'IsActiveEntity'
  const key = Object.values(entity.keys ?? {}).find(isOwn)
  if (!key) throw new Error(`${entity.name} has no key`)
  return key.name
}

/** Fewer values than any database allows in one statement. */
const CHUNK = 4096

/**
 * Values as lists that each fit into one statement, in order. Lists are filled up with their last value to the next power
 * of two: each length is a statement of its own, which databases prepare and keep.
 */
export function valueLists(values: Iterable<unknown>): { list: Operand[] }[] {
  const sorted = [...new Set(values)].sort()
  const count = Math.ceil(sorted.length / CHUNK)
  return Array.from({ length: count }, (_, index) => {
    const list = sorted.slice(index * CHUNK, (index + 1) * CHUNK).map((val): Operand => ({ val }))
    const last = list.at(-1)?.val
    const length = 2 ** Math.ceil(Math.log2(list.length))
    while (list.length < length) list.push({ val: last })
    return { list }
  })
}

/** The keys of rows, as lists that each fit into one statement. */
export function keyLists(entity: Entity, rows: readonly Row[]): { list: Operand[] }[] {
  const key = sharedKey(entity)
  return valueLists(rows.map((row) => row[key]))
}
