import type { Select } from './csn.ts'
import { existsAt } from './exists-at.ts'
import { toRows } from './request.ts'
import type { Interceptor, Transaction } from './request.ts'

const innermost = (select: Select): Select => (select.from.SELECT ? innermost(select.from.SELECT) : select)

const isAggregate = ({ columns = [], groupBy }: Select): boolean =>
  !groupBy && columns.length > 0 && columns.every((column) => column !== '*' && column.func !== undefined)

/** Whether an answer is the same for a collection that is empty and for one that does not exist. */
const tellsNothing = (select: Select, result: unknown): boolean => {
  const rows = toRows(result)
  if (rows.length !== 1 || !rows[0]) return rows.length === 0
  return '$count' in rows[0] ? Number(rows[0]['$count']) === 0 : isAggregate(select)
}

/**
 * 404 for the collection of a record that does not exist, in the places where CAP answers 0 or an empty sum. It is
 * looked for only where the answer would be the same with it.
 */
export const collectionOfExisting: Interceptor = async (request, next, tx) => {
  const select = request.query?.SELECT
  const result = await next()
  if (request.event !== 'READ' || request.protocol !== 'odata' || !select || select.one) return result
  if (tellsNothing(select, result)) await expectParent(innermost(select), tx)
  return result
}

async function expectParent({ from: { ref = [] } }: Select, tx: Transaction): Promise<void> {
  if (ref.length > 1 && !(await existsAt(ref.slice(0, -1), tx)))
    throw Object.assign(new Error('404'), { status: 404, code: '404' })
}
