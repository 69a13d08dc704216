import cds from '@sap/cds'
import { ahead, LOCK_TEXT } from '../../cap/ahead.ts'
import { entityNamed } from '../../cap/definitions.ts'
import { isOfClient } from '../../cap/handled-request.ts'
import { baseOf } from '../../cap/model.ts'
import { type Interceptor, type Request, selectQuery } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { type Addressed, addressed } from './addressed.ts'
import { type Records, rootOf } from './root-of.ts'

const ADMINISTRATION = 'DRAFT.DraftAdministrativeData'
const DRAFT_ID = 'DraftAdministrativeData_DraftUUID'

interface Database {
  readonly kind?: string
  run(query: unknown, values?: readonly unknown[]): Promise<unknown>
}

/** What is locked for a change, in order. */
function recordsFor({ entity, where, isActive, isDraft }: Addressed): Records[] {
  const active = isActive ? [rootOf({ entity: baseOf(entity), where })] : []
  const administration = entityNamed(ADMINISTRATION)
  if (!isDraft || !entity.drafts || !administration) return active
  const ids = { SELECT: { from: { ref: [entity.drafts.name] }, columns: [{ ref: [DRAFT_ID] }], where } }
  return [...active, { entity: administration, where: [{ ref: ['DraftUUID'] }, 'in', ids] }]
}

/**
 * The key of a record that a change may create, if a client has chosen it: a draft or an active record, by POST, or by a
 * change of what is not there. It may have no row yet that could be locked.
 */
function newKey({ target, query, data }: Request): string | undefined {
  const active = target?.actives ?? target
  if (!active?.keys || !(query?.INSERT ?? (query?.UPDATE && !target?.isDraft))) return undefined
  const key = data[sharedKey(active)]
  return typeof key === 'string' ? `${baseOf(active).name} ${key}` : undefined
}

/**
 * Before a change reads anything it locks the record that it is about, with all that is part of it, until its transaction
 * ends: what it decides by is what it writes to. All lock in this order: a key that has no row yet, the active record, the
 * administration of its draft. What a record refers to comes later, when CAP looks whether it is there. SQLite needs
 * none of it: one transaction writes at a time.
 */
export const lockFirst: Interceptor = async (request, next) => {
  const database = cds.db as unknown as Database
  const isChange = request.protocol === 'odata' && request.event !== 'READ' && isOfClient(request)
  if (!isChange || database.kind === 'sqlite') return next()
  const key = database.kind === 'postgres' ? newKey(request) : undefined
  if (key !== undefined) await database.run(LOCK_TEXT, [key])
  const found = addressed(request)
  for (const { entity, where } of found ? recordsFor(found) : []) {
    const columns = [{ val: 1, as: 'locked' }]
    await database.run(ahead(selectQuery({ from: { ref: [entity.name] }, columns, where, forUpdate: {} })))
  }
  return next()
}
