import type { Failure } from '../../cap/odata.ts'
import type { Entity, Step } from '../../cap/csn.ts'
import { isOnlyOfExisting } from '../references/only-existing.ts'
import type { Interceptor } from '../../cap/request.ts'

/** The status of a failure, which it says only when it is told: CAP makes a POST of a change that ends with 404 or 412. */
const TOLD = Symbol('told')

type ToldFailure = Failure & { [TOLD]?: number }

/** A failure that ends a change for good. */
export const finalFailure = (status: number, code: string, message: string): Failure =>
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
