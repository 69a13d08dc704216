import { appliedTo } from '../apply/applied.ts'
import type { Select } from '../../cap/csn.ts'
import { existsAt } from './exists-at.ts'
import { type Interceptor, toRows, type Transaction } from '../../cap/request.ts'

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
