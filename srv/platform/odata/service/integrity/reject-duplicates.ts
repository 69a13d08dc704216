import type { Entity } from '../../../cap/csn.ts'
import { type Row, type Request, readFromDatabase } from '../../../cap/request.ts'
import { sharedKey, keyLists } from '../../../cap/shared-key.ts'
import { uplinkOf, uniqueColumns, declared } from '../../../cap/model.ts'

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
interface PayloadItems {
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

/**
 * Refuses to create or change an active record whose payload has the same link twice, also when a draft is
 * activated: 409 DUPLICATE_LINK, where the database would give its own error.
 */
export function rejectDuplicates(request: Request): void {
  if (!request.target || request.target.isDraft) return
  const isActivation = (request as unknown as { _?: { event?: string } })._?.event === 'draftActivate'
  for (const items of payloadItems(request.target, request.data))
    for (const { item, column } of findDuplicates(items))
      request.error({
        status: 409,
        code: 'DUPLICATE_LINK',
        message: 'DUPLICATE_LINK',
        target: `${isActivation ? 'in/' : ''}${item.path}${column}`,
      })
}

/** A row that repeats another one of the same owner, and the column to blame. */
interface Duplicate {
  readonly item: PayloadRow
  readonly column: string
}

/** The rows of a payload that `@assert.unique` does not allow beside an earlier row; null is like no other value. */
export const findDuplicates = ({ entity, rows, uplink }: PayloadItems): Duplicate[] =>
  uniqueColumns(entity, uplink).flatMap((columns) => {
    const seen = new Set<string>()
    return rows.flatMap((item): Duplicate[] => {
      const values = columns.map((column) => item.row[column])
      if (!columns.length || values.some((value) => value === null || value === undefined)) return []
      const identity = JSON.stringify(values)
      const isRepeated = seen.has(identity)
      seen.add(identity)
      return isRepeated ? [{ item, column: columns[0] ?? '' }] : []
    })
  })

/** Refuses a new draft whose key belongs to an active record or another draft already: 409 ENTITY_ALREADY_EXISTS. */
export async function rejectExisting(request: Request): Promise<void> {
  const entity = request.target
  if (!entity?.isDraft || !entity.actives) return
  const key = sharedKey(entity)
  const val = request.data[key]
  if (val === undefined || val === null) return
  for (const { name } of [entity.actives, entity]) {
    const where = [{ ref: [key] }, '=', { val }]
    const found = await readFromDatabase({ from: { ref: [name] }, columns: [{ ref: [key] }], where })
    const code = 'ENTITY_ALREADY_EXISTS'
    if (found.length) throw Object.assign(new Error(code), { status: 409, code, target: key })
  }
}

/** The columns that a new row of an entity must have, without its keys and its way to its owner. */
const mandatoryColumns = (entity: Entity, uplink?: string): string[] =>
  Object.values(declared(entity).elements)
    .filter((element) => element['@mandatory'] && !element.key && !element.isAssociation)
    .map(({ name }) => name)
    .filter((name) => !uplink || !name.startsWith(`${uplink}_`))

const storedKeys = async (entity: Entity, items: readonly PayloadRow[]): Promise<Set<unknown>> => {
  const key = sharedKey(entity)
  const rows = items.map(({ row }) => row)
  const reads = keyLists(entity, rows).map((list) =>
    readFromDatabase({ from: { ref: [entity.name] }, columns: [{ ref: [key] }], where: [{ ref: [key] }, 'in', list] }),
  )
  return new Set((await Promise.all(reads)).flat().map((row) => row[key]))
}

async function rejectNewRows(request: Request, { entity, rows, uplink }: PayloadItems): Promise<void> {
  const columns = mandatoryColumns(entity, uplink)
  const partial = rows.filter(({ row }) => columns.some((column) => row[column] === undefined))
  if (!partial.length) return
  const stored = await storedKeys(entity, partial)
  for (const { row, path } of partial.filter(({ row }) => !stored.has(row[sharedKey(entity)])))
    for (const column of columns.filter((column) => row[column] === undefined))
      request.error({ status: 400, code: 'ASSERT_MANDATORY', message: 'ASSERT_MANDATORY', target: path + column })
}

/**
 * Refuses to change an active record by items that are new and lack a mandatory value: 400 ASSERT_MANDATORY. CAP takes
 * an item that comes with its key for one that is stored already.
 */
export async function rejectIncomplete(request: Request): Promise<void> {
  if (!request.target || request.target.isDraft) return
  for (const items of payloadItems(request.target, request.data)) await rejectNewRows(request, items)
}
