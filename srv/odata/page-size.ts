import { beforeSend } from './before-send.ts'
import { preference } from './prefer.ts'
import { queriesOf } from './cap.ts'
import type { Concern } from './concern.ts'

/** M30: a page is not longer than the client prefers; CAP then sends the link to the next page. */
export const pageSize: Concern = () => (req, res, next) => {
  const wish = req.method === 'GET' ? preference(req, 'maxpagesize') : undefined
  const [query, ...more] = queriesOf(req)
  const size = Number(wish?.value)
  if (!wish || !(Number.isSafeInteger(size) && size > 0) || !query?.SELECT || more.length || query.SELECT.one)
    return next()
  if (req.path.endsWith('/$count')) return next()

  const limit = (query.SELECT.limit ??= {})
  limit.rows = { val: Math.min(limit.rows?.val ?? size, size) }
  beforeSend(res, (body) => {
    if (res.statusCode === 200) res.set('Preference-Applied', wish.text)
    return body
  })
  next()
}
