import { beforeSend } from '../answers/before-send.ts'
import { preference, tellApplied } from '../answers/prefer.ts'
import { type Concern, queriesOf, type Request } from '../../cap/odata.ts'

/** The length of a page that a client prefers, and how it said so. */
export const pageSizeOf = (req: Request): { size: number; text: string } | undefined => {
  const wish = req.method === 'GET' ? preference(req, 'maxpagesize') : undefined
  const size = Number(wish?.value)
  return wish && Number.isSafeInteger(size) && size > 0 ? { size, text: wish.text } : undefined
}

/** A page is not longer than the client prefers; CAP then sends the link to the next page. */
export const pageSize: Concern = () => (req, res, next) => {
  const wish = pageSizeOf(req)
  const [query, ...more] = queriesOf(req)
  if (!wish || !query?.SELECT || more.length || query.SELECT.one) return next()
  if (req.path.endsWith('/$count')) return next()

  const { size, text } = wish
  const limit = (query.SELECT.limit ??= {})
  limit.rows = { val: Math.min(limit.rows?.val ?? size, size) }
  beforeSend(res, (body) => {
    if (res.statusCode === 200) tellApplied(res, text)
    return body
  })
  next()
}
