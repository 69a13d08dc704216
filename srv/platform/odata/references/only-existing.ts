import { constant, type Token } from '../../cap/csn.ts'
import { requestError } from '../errors/errors.ts'
import { type Interceptor, type Request, selectQuery } from '../../cap/request.ts'

/** Below it a HTTP request has what must hold for a record for the request to change it. */
const CONDITION = Symbol('condition')

type Marked = object & { [CONDITION]?: readonly Token[] }

/** Lets a request change a record that is there, and never create one. @param condition further, as CQN */
export const onlyExisting = (req: object, condition: readonly Token[] = []): void => {
  ;(req as Marked)[CONDITION] = condition
}

/** Whether a request is one that must not create a record. */
export const isOnlyOfExisting = ({ req }: Request): boolean => (req as Marked | undefined)?.[CONDITION] !== undefined

/** Makes the condition of a request part of its change, which then finds no record where the condition fails. */
export const conditionOfChange: Interceptor = async (request, next, tx) => {
  const condition = (request.req as Marked | undefined)?.[CONDITION]
  const update = request.query?.UPDATE
  if (!condition?.length || !update) return next()
  const where = [...condition]
  const found = await tx.run(
    selectQuery({ from: update.entity, columns: [{ ...constant(1), as: 'found' }], where, one: true }),
  )
  if (!found) throw requestError(404, 'NOT_FOUND', 'There is no such reference.')
  update.where = where
  return next()
}
