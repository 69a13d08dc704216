import { uniqueColumns } from '../../cap/model.ts'
import { type Request, readFromDatabase } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { type PayloadItems, type PayloadRow, payloadItems } from './rows.ts'

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
export interface Duplicate {
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
