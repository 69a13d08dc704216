import type { Entity, Operand, Token } from '../csn.ts'
import type { Row } from '../request.ts'

/** The name of the key that an active record and its draft share. Every draft-enabled entity here has one. */
export const sharedKey = (entity: Entity): string =>
  Object.values(entity.keys ?? {}).find((key) => !key.virtual && !key.isAssociation && key.name !== 'IsActiveEntity')!
    .name

/** Fewer values than any database allows in one statement. */
const CHUNK = 5000

/** Conditions that a key is among those of the rows, each for as many rows as one statement takes. */
export function keyConditions(entity: Entity, rows: readonly Row[]): Token[][] {
  const key = sharedKey(entity)
  const values = [...new Set(rows.map((row) => row[key]))].map((val): Operand => ({ val }))
  const count = Math.ceil(values.length / CHUNK)
  return Array.from({ length: count }, (_, index) => [
    { ref: [key] },
    'in',
    { list: values.slice(index * CHUNK, (index + 1) * CHUNK) },
  ])
}
