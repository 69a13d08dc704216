import type { Entity } from '../../cap/csn.ts'
import { keyLists, sharedKey } from '../../cap/shared-key.ts'
import { readFromDatabase, type Request } from '../../cap/request.ts'
import { declared } from '../../cap/model.ts'
import { payloadItems, type PayloadItems, type PayloadRow } from './rows.ts'

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
