import { readFromDatabase, type Request } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'

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
