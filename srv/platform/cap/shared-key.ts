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
const CHUNK = 5000

/** The keys of rows, as lists that each fit into one statement. */
export function keyLists(entity: Entity, rows: readonly Row[]): { list: Operand[] }[] {
  const key = sharedKey(entity)
  const values = [...new Set(rows.map((row) => row[key]))].map((val): Operand => ({ val }))
  const count = Math.ceil(values.length / CHUNK)
  return Array.from({ length: count }, (_, index) => ({ list: values.slice(index * CHUNK, (index + 1) * CHUNK) }))
}
