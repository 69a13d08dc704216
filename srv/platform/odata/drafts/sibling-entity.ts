import { nameOf, type Step } from '../../cap/csn.ts'
import { entityNamed } from '../../cap/definitions.ts'
import { BadRequest } from '../errors/bad-request.ts'
import { type Interceptor, selectQuery, toRows, type Transaction } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'

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
