import cds from '@sap/cds'
import { type Column, type Entity, type Token, nameOf, type Step, entityNamed } from '../../../cap/csn.ts'
import {
  type Interceptor,
  readFromDatabase,
  type Request,
  type Row,
  type Transaction,
  selectQuery,
  toRows,
} from '../../../cap/request.ts'
import { sharedKey } from '../../../cap/shared-key.ts'
import { BadRequest } from '../../protocol/errors.ts'

/**
 * `Film(…)/DraftAdministrativeData` as a resource of its own: GET gives 204 where there is no draft, PATCH passes the
 * lock on, DELETE discards the draft. Each works through the active record and through the draft.
 */

const ADMINISTRATION = 'DRAFT.DraftAdministrativeData'

/** The record that a path like `Film(ID=…,IsActiveEntity=…)/DraftAdministrativeData` begins with. */
interface Address {
  readonly entity: Entity
  readonly drafts: Entity
  readonly key: string
  readonly value: unknown
  readonly isActive: boolean
}

function addressOf({ query }: Request): Address | undefined {
  const path = query?.SELECT?.from.ref ?? query?.UPDATE?.entity.ref ?? query?.DELETE?.from.ref ?? []
  const [root, last, ...rest] = path
  if (last !== 'DraftAdministrativeData' || rest.length || typeof root !== 'object') return undefined
  const entity = entityNamed(root.id)
  if (!entity?.drafts) return undefined
  const keyValue = (name: string): unknown => {
    const where = root.where ?? []
    const at = where.findIndex((token) => typeof token === 'object' && token.ref?.[0] === name)
    const operand = at < 0 ? undefined : where[at + 2]
    return typeof operand === 'object' ? operand.val : undefined
  }
  const key = sharedKey(entity)
  return { entity, drafts: entity.drafts, key, value: keyValue(key), isActive: keyValue('IsActiveEntity') !== false }
}

const failure = (status: number, code: string, args?: unknown[]): Error =>
  Object.assign(new Error(code), { status, code, args })

const byKey = ({ key, value }: Address): Token[] => [{ ref: [key] }, '=', { val: value }]

const findOne = async (entity: Entity, address: Address, columns: Column[]): Promise<Row | undefined> =>
  (await readFromDatabase({ from: { ref: [entity.name] }, columns, where: byKey(address) }))[0]

const findDraft = (address: Address): Promise<Row | undefined> =>
  findOne(address.drafts, address, [
    { ref: ['DraftAdministrativeData_DraftUUID'], as: 'uuid' },
    { xpr: lockOwner(), as: 'owner', cast: { type: 'cds.String' } },
  ])

async function read(address: Address, next: () => Promise<unknown>): Promise<unknown> {
  if (address.isActive) {
    if (!(await findOne(address.entity, address, [{ ref: [address.key] }]))) throw failure(404, '404')
    if (!(await findDraft(address))) return null
  }
  return next()
}

type Validate = (data: Row, target: Entity | undefined, options: object) => Error[] | undefined

/** Only the lock can be written; all other fields are kept by the service, and ignored as OData has it. */
function lockWanted({ data, target }: Request): string | undefined {
  const { validate } = cds as unknown as { validate: Validate }
  const [error] = validate({ ...data }, target, { protocol: 'odata' }) ?? []
  if (error) throw error
  const { InProcessByUser: wanted } = data as { InProcessByUser?: string | null }
  return wanted === undefined ? undefined : (wanted ?? '')
}

async function update(request: Request, address: Address, tx: Transaction): Promise<null> {
  await authorizeEdit(request, address.entity, tx, address.value)
  const draft = await findDraft(address)
  if (!draft) throw failure(404, '404')
  const user = request.user.id
  const owner = (draft['owner'] as string | null) ?? ''
  if (owner && owner !== user) throw failure(403, 'DRAFT_LOCKED_BY_ANOTHER_USER', [owner])
  const wanted = lockWanted(request)
  if (wanted && wanted !== user) throw failure(403, 'DRAFT_LOCK_FOR_ANOTHER_USER')

  const db = cds.db as unknown as Transaction
  const lockFor = (id: string): Promise<unknown> =>
    db.run(cds.ql.UPDATE.entity(ADMINISTRATION).with({ InProcessByUser: id }).where({ DraftUUID: draft['uuid'] }))
  if (!owner) await lockFor(user)
  // An empty change to the draft checks who may change it, and notes who did so last.
  const where: Token[] = [...byKey(address), 'and', { ref: ['IsActiveEntity'] }, '=', { val: false }]
  await tx.run(cds.ql.UPDATE.entity({ ref: [{ id: address.entity.name, where }] } as never).with({}))
  if (wanted === '') await lockFor('')
  return null
}

/** Serves the administrative data of drafts. */
export const draftAdministration: Interceptor = (request, next, tx) => {
  if (request.protocol !== 'odata' || !request.target?.name.endsWith('.DraftAdministrativeData')) return next()
  const address = addressOf(request)
  if (!address) return next()
  if (request.event === 'READ') return read(address, next)
  if (request.event === 'UPDATE') return update(request, address, tx)
  if (request.event !== 'DELETE') return next()
  return tx.send({ event: 'CANCEL', target: address.drafts, data: { [address.key]: address.value } })
}

const COMPUTED = ['HasActiveEntity', 'HasDraftEntity', 'DraftAdministrativeData_DraftUUID'] as const

/**
 * Keeps the columns that tie a draft to its administration out of changes: PUT would set them to null with all other
 * properties that the body leaves out.
 */
export const protectedDraftColumns: Interceptor = (request, next) => {
  if (request.event === 'UPDATE' && request.target?.drafts)
    for (const name of COMPUTED) Reflect.deleteProperty(request.data, name)
  return next()
}

/** `Film(…)/SiblingEntity`: 404 where the record itself does not exist; CAP looks for the sibling alone. */
export const siblingOfExisting: Interceptor = (request, next, tx) => {
  const ref = request.query?.SELECT?.from.ref ?? []
  const at = ref.findIndex((step) => nameOf(step) === 'SiblingEntity')
  return request.protocol !== 'odata' || at < 1 ? next() : siblingAt(at, ref, next, tx)
}

async function siblingAt(
  at: number,
  ref: readonly Step[],
  next: () => Promise<unknown>,
  tx: Transaction,
): Promise<unknown> {
  if (at > 1) throw new BadRequest('SiblingEntity is supported right after the key of an entity set')
  const [root = ''] = ref
  const entity = entityNamed(nameOf(root))
  if (!entity) return next()
  const columns = [{ ref: [sharedKey(entity)] }]
  const found = await tx.run(selectQuery({ from: { ref: [structuredClone(root)] }, columns, one: true }))
  if (!toRows(found).length) throw Object.assign(new Error('404'), { status: 404, code: '404' })
  return next()
}

/**
 * Throws where a user must not edit a draft-enabled entity. CAP asks for no role where a draft is changed or
 * discarded, as it lets owners only; but a draft whose lock is free, or has ended, has no owner.
 */
async function authorizeEdit({ user }: Request, entity: Entity, tx: Transaction, key: unknown): Promise<void> {
  const query = cds.ql.SELECT.from(entity.name).where({ [sharedKey(entity)]: key })
  await tx.handle_authorization?.(new cds.Request({ event: 'EDIT', query, target: entity, tx, user } as never))
}

/** The same for a request that discards a draft. */
export async function authorizeDiscard(request: Request): Promise<void> {
  const { target, tx } = request
  if (target?.isDraft && target.actives)
    await authorizeEdit(request, target.actives, tx, request.data[sharedKey(target)])
}

const DEFAULT_TIMEOUT = '15min'

const timeoutMs = (): number => {
  const { fiori } = cds.env as unknown as { fiori?: { draft_lock_timeout?: true | string | number } }
  const { ms4 } = cds.utils as unknown as { ms4: (duration: string) => number }
  const configured = fiori?.draft_lock_timeout
  if (typeof configured === 'number') return configured
  return ms4(typeof configured === 'string' ? configured : DEFAULT_TIMEOUT)
}

/** Locks of drafts that were last changed before this instant have ended. */
// eslint-disable-next-line no-restricted-properties -- CAP compares dates in the database with this clock as well
const lockedSince = (): string => new Date(Math.max(0, Date.now() - timeoutMs())).toISOString()

/** The user who holds a draft, as an expression over its administrative data; empty after the lock has ended. */
export const lockOwner = (): Token[] => [
  'case',
  'when',
  { ref: ['DraftAdministrativeData', 'LastChangeDateTime'] },
  '<',
  { val: lockedSince() },
  'then',
  { val: '' },
  'else',
  { ref: ['DraftAdministrativeData', 'InProcessByUser'] },
  'end',
]
