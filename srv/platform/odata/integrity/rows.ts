import type { Entity } from '../../cap/csn.ts'
import type { Row } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { uplinkOf } from '../../cap/model.ts'

/** One row of a deep payload: its entity, its path in the payload as messages name it, and how it refers to its owner. */
export interface PayloadRow {
  readonly entity: Entity
  readonly row: Row
  readonly path: string
  readonly uplink?: string
}

const step = (name: string, entity: Entity, row: Row): string => {
  const key = sharedKey(entity)
  const value = row[key]
  return typeof value === 'string' ? `${name}(${key}=${value},IsActiveEntity=false)/` : `${name}/`
}

/** The items of one composition in a payload. */
export interface PayloadItems {
  readonly entity: Entity
  readonly uplink?: string
  readonly rows: readonly PayloadRow[]
}

/** The items of every composition that a payload carries, at any depth. */
export function payloadItems(entity: Entity, row: Row, path = ''): PayloadItems[] {
  return Object.values(entity.compositions ?? {}).flatMap((composition): PayloadItems[] => {
    const target = composition._target
    const items = row[composition.name]
    if (!target || !Array.isArray(items)) return []
    const uplink = uplinkOf(composition)
    const rows = (items as Row[]).map((item): PayloadRow => {
      const own = { entity: target, row: item, path: path + step(composition.name, target, item) }
      return uplink ? { ...own, uplink } : own
    })
    const own: PayloadItems = { entity: target, rows, ...(uplink && { uplink }) }
    return [own, ...rows.flatMap((each) => payloadItems(target, each.row, each.path))]
  })
}
