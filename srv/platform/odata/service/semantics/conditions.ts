import type { Failure } from '../../../cap/odata.ts'
import type { Entity, Step, Select } from '../../../cap/csn.ts'
import { isOnlyOfExisting } from '../../http/references/change-references.ts'
import {
  type Interceptor,
  selectQuery,
  toRows,
  type Transaction,
  type Request,
  isOfClient,
} from '../../../cap/request.ts'
import { requestError } from '../../protocol/errors.ts'
import { appliedTo } from '../../query/apply/applied.ts'

/** The status of a failure, which it says only when it is told: CAP makes a POST of a change that ends with 404 or 412. */
const TOLD = Symbol('told')

type ToldFailure = Failure & { [TOLD]?: number }

/** A failure that ends a change for good. */
const finalFailure = (status: number, code: string, message: string): Failure =>
  Object.assign(new Error(message), { code, [TOLD]: status })

const isOfDraft = (step: Step): boolean => {
  if (typeof step === 'string') return false
  return (step.where ?? []).some((token, index, where) => {
    const value = where[index + 2]
    if (typeof token === 'string' || token.ref?.[0] !== 'IsActiveEntity') return false
    return typeof value === 'object' && value.val === false
  })
}

/**
 * A draft begins with its own action or POST, and what is not addressed by its key cannot be created under it, unless
 * it is the only one.
 */
const canBeCreated = (path: readonly Step[], target: Entity | undefined): boolean =>
  (typeof path.at(-1) === 'object' || (path.length === 1 && !!target?._isSingleton)) &&
  target?.['@Capabilities.InsertRestrictions.Insertable'] !== false &&
  !path.some(isOfDraft)

/** Lets PUT and PATCH create an active record that is not there, and nothing else. */
export const upsertOfActive: Interceptor = async (request, next) => {
  const path = request.query?.UPDATE?.entity.ref
  if (!path) return next()
  try {
    return await next()
  } catch (error) {
    const failure = error as Failure
    const mayBeCreated = canBeCreated(path, request.target) && !isOnlyOfExisting(request)
    if ((failure.status === 404 || failure.statusCode === 404 || failure.code === 404) && !mayBeCreated)
      throw finalFailure(404, String(failure.code ?? 404), failure.message)
    throw error
  }
}

/** The failure as clients are told of it. */
export const asTold = (failure: ToldFailure): Failure =>
  failure[TOLD] ? Object.assign(failure, { status: failure[TOLD] }) : failure

/** Whether there is a record at a path of a service that the user may read. */
const existsAt = async (path: readonly Step[], tx: Transaction): Promise<boolean> => {
  const from = { ref: structuredClone([...path]) }
  return toRows(await tx.run(selectQuery({ from, columns: [{ val: 1, as: 'found' }], one: true }))).length > 0
}

const namesAny = (condition: string): boolean => condition.split(',').some((tag) => tag.trim() === '*')

/** Whether a tag is demanded of what has none. Reads at top level have one, of their body, looked at as they are sent. */
const demandsMissingTag = (request: Request): boolean => {
  const { headers, event, target, query } = request
  const condition = headers['if-match']
  if (condition === undefined || namesAny(condition)) return false
  const { req } = request as { req?: { _subrequest?: boolean } }
  if (event === 'READ' && !req?._subrequest) return false
  return !target?._etag || event === 'CREATE' || (event === 'READ' && !query?.SELECT?.one)
}

const expectNothing = async ({ query }: Request, tx: Transaction): Promise<void> => {
  const path = query?.UPDATE?.entity.ref ?? query?.DELETE?.from.ref
  if (path && (await existsAt(path, tx)))
    throw finalFailure(412, '412', 'There is something here, where the request demands that there is nothing.')
}

/**
 * Conditions that CAP passes over: If-Match at entities without an ETag and at a POST to a collection, where what
 * exists matches `*` and nothing has a tag that could match any other; and `If-None-Match: *`, which is for creating.
 *
 * @see RFC 9110, sections 13.1.1 and 13.1.2
 */
export const conditions: Interceptor = async (request, next, tx) => {
  if (request.protocol !== 'odata' || !isOfClient(request)) return next()
  if (demandsMissingTag(request)) throw requestError(412, '412', 'Nothing here has the ETag that the request demands.')
  const { 'if-none-match': unwanted } = request.headers
  if (unwanted !== undefined && request.event !== 'READ' && namesAny(unwanted)) await expectNothing(request, tx)
  return next()
}

const innermost = (select: Select): Select => (select.from.SELECT ? innermost(select.from.SELECT) : select)

/** Whether an answer is the same for a collection that is empty and for one that does not exist. */
const tellsNothing = (result: unknown): boolean => {
  const [row, ...more] = toRows(result)
  if (!row || more.length) return !row
  return '$count' in row && Number(row['$count']) === 0
}

/**
 * 404 for the collection of a record that does not exist, in the places where CAP answers 0 or an empty sum. It is
 * looked for only where the answer would be the same with it, and before the figures of `$apply`.
 */
export const collectionOfExisting: Interceptor = async (request, next, tx) => {
  const select = request.query?.SELECT
  if (request.protocol !== 'odata' || !select || select.one) return next()
  const isApplied = appliedTo(request.query) !== undefined
  if (isApplied) await expectParent(innermost(select), tx)
  const result = await next()
  if (!isApplied && tellsNothing(result)) await expectParent(innermost(select), tx)
  return result
}

async function expectParent({ from: { ref = [] } }: Select, tx: Transaction): Promise<void> {
  if (ref.length > 1 && !(await existsAt(ref.slice(0, -1), tx)))
    throw Object.assign(new Error('404'), { status: 404, code: '404' })
}

/** Events that are no operations of a service's own, or that look at their record themselves. */
const NOT_BOUND = /^(CREATE|UPDATE|UPSERT|DELETE|NEW|PATCH|EDIT|SAVE|CANCEL|draft[A-Z].*)$/

/** 404 for an operation that is called on a record that does not exist, which its handler would have to find out. */
export const boundToExisting: Interceptor = async (request, next, tx) => {
  const { event, query, target, protocol } = request
  const path = query?.SELECT?.from.ref
  const isBound = protocol === 'odata' && path && !NOT_BOUND.test(event) && !target?.['@cds.persistence.skip']
  if (isBound && typeof path.at(-1) === 'object' && !(await existsAt(path, tx)))
    throw Object.assign(new Error('404'), { status: 404, code: '404' })
  return next()
}
