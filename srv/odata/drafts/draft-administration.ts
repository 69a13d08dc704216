import cds from '@sap/cds'
import type { Entity, Select, Step, Token } from '../csn.ts'

import { readFromDatabase } from '../request.ts'
import type { Interceptor, Request, Row, Transaction } from '../request.ts'
import { lockOwner } from './lock.ts'
import { sharedKey } from './keys.ts'

/**
 * `Film(…)/DraftAdministrativeData` as a resource of its own: GET gives 204 where there is no draft, PATCH passes the
 * lock on, DELETE discards the draft. Each works through the active record and through the draft.
 */

const ADMINISTRATION = 'DRAFT.DraftAdministrativeData'

/** The draft root and the key that a path like `Film(ID=…,IsActiveEntity=…)/DraftAdministrativeData` names. */
interface Address {
  readonly entity: Entity
  readonly key: Row
  readonly isActive: boolean
}

function addressOf(request: Request): Address | undefined {
  const { SELECT, UPDATE, DELETE } = request.query ?? {}
  const [root, last, ...rest] = (SELECT?.from.ref ?? UPDATE?.entity.ref ?? DELETE?.from.ref ?? []) as Step[]
  if (last !== 'DraftAdministrativeData' || rest.length || typeof root !== 'object') return undefined
  const entity = cds.model!.definitions[root.id] as unknown as Entity
  const value = (name: string): unknown => {
    const where = root.where ?? []
    const at = where.findIndex((token) => typeof token === 'object' && token.ref?.[0] === name)
    return at < 0 ? undefined : (where[at + 2] as { val?: unknown }).val
  }
  if (!entity.drafts) return undefined
  const name = sharedKey(entity)
  return { entity, key: { [name]: value(name) }, isActive: value('IsActiveEntity') !== false }
}

const fail = (status: number, code: string, args?: unknown[]): never => {
  throw Object.assign(new Error(code), { status, code, args })
}

const byKey = (key: Row): Token[] => {
  const [[name, val]] = Object.entries(key) as [[string, unknown]]
  return [{ ref: [name] }, '=', { val }]
}

const findOne = async (entity: Entity, key: Row, columns: Select['columns']): Promise<Row | undefined> =>
  (await readFromDatabase({ from: { ref: [entity.name] }, columns, where: byKey(key) }))[0]

const findDraft = ({ entity, key }: Address): Promise<Row | undefined> =>
  findOne(entity.drafts!, key, [
    { ref: ['DraftAdministrativeData_DraftUUID'], as: 'uuid' },
    { xpr: lockOwner(), as: 'owner', cast: { type: 'cds.String' } },
  ])

async function read(request: Request, address: Address, next: () => Promise<unknown>): Promise<unknown> {
  if (address.isActive) {
    if (!(await findOne(address.entity, address.key, [{ ref: [sharedKey(address.entity)] }]))) fail(404, '404')
    if (!(await findDraft(address))) return null
  }
  return next()
}

/** Only the lock can be written; all other fields are kept by the service, and ignored as OData has it. */
function lockWanted(request: Request): string | undefined {
  const errors = (
    cds as unknown as { validate: (data: Row, target: Entity, options: object) => Error[] | undefined }
  ).validate({ ...request.data }, request.target!, { protocol: 'odata' })
  if (errors?.[0]) throw errors[0]
  const { InProcessByUser: wanted } = request.data as { InProcessByUser?: string | null }
  return wanted === undefined ? undefined : (wanted ?? '')
}

async function update(request: Request, address: Address, tx: Transaction): Promise<null> {
  const draft = await findDraft(address)
  if (!draft) return fail(404, '404')
  const user = request.user.id
  const owner = (draft['owner'] as string | null) ?? ''
  if (owner && owner !== user) fail(403, 'DRAFT_LOCKED_BY_ANOTHER_USER', [owner])
  const wanted = lockWanted(request)
  if (wanted && wanted !== user) fail(403, 'DRAFT_LOCK_FOR_ANOTHER_USER')

  const lockBy = (id: string): Promise<unknown> =>
    (cds.db as unknown as Transaction).run(
      cds.ql.UPDATE.entity(ADMINISTRATION).with({ InProcessByUser: id }).where({ DraftUUID: draft['uuid'] }),
    )
  if (!owner) await lockBy(user)
  // An empty change to the draft checks who may change it, and notes who did so last.
  const where: Token[] = [...byKey(address.key), 'and', { ref: ['IsActiveEntity'] }, '=', { val: false }]
  await tx.run(cds.ql.UPDATE.entity({ ref: [{ id: address.entity.name, where }] } as never).with({}))
  if (wanted === '') await lockBy('')
  return null
}

/** Serves the administrative data of drafts. */
export const draftAdministration: Interceptor = async (request, next, tx) => {
  if (request.protocol !== 'odata' || !request.target?.name.endsWith('.DraftAdministrativeData')) return next()
  const address = addressOf(request)
  if (!address) return next()
  if (request.event === 'READ') return read(request, address, next)
  if (request.event === 'UPDATE') return update(request, address, tx)
  if (request.event === 'DELETE')
    return tx.send({ event: 'CANCEL', target: address.entity.drafts!, data: address.key } as never)
  return next()
}
