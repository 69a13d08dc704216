import type { Entity, Token } from '../../cap/csn.ts'
import { allEntities } from '../../cap/definitions.ts'
import { foreignKeyOf, uplinkOf } from '../../cap/model.ts'
import { sharedKey } from '../../cap/shared-key.ts'

/** Records by their entity and a condition. */
export interface Records {
  readonly entity: Entity
  readonly where: Token[]
}

interface Owner {
  readonly entity: Entity
  /** The column of its parts that has its key. */
  readonly column: string
}

const owners = new WeakMap<Entity, Owner | null>()

/** Whose part the rows of a table are. */
export function ownerOf(table: Entity): Owner | null {
  const known = owners.get(table)
  if (known !== undefined) return known
  const found = allEntities()
    .filter((each) => !each.query)
    .flatMap((entity) =>
      Object.values(entity.compositions ?? {}).flatMap((composition): Owner[] => {
        const uplink = composition._target === table ? uplinkOf(composition) : undefined
        const column = uplink && table.elements[uplink] && foreignKeyOf(table.elements[uplink])
        return column ? [{ entity, column }] : []
      }),
    )
  const owner = found[0] ?? null
  owners.set(table, owner)
  return owner
}

/** The records that others are parts of, at the top. */
export function rootOf({ entity, where }: Records): Records {
  const owner = ownerOf(entity)
  if (!owner) return { entity, where }
  const keys = { SELECT: { from: { ref: [entity.name] }, columns: [{ ref: [owner.column] }], where } }
  return rootOf({ entity: owner.entity, where: [{ ref: [sharedKey(owner.entity)] }, 'in', keys] })
}
