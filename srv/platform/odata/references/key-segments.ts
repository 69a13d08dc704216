import { type Entities, printPath, readPath } from './resource-path.ts'
import type { Concern } from '../../cap/odata.ts'

/** Two segments without parentheses, of which the second may be the beginning of a key. Most paths have none. */
const MAY_HAVE_KEYS = /\/[^/()?]+\/[^/()?$]+\/[^/?]/

/** Keys of several properties may be written as segments, one for each: CAP knows those of one property only. */
export const keySegments: Concern = ({ service }) => {
  const entities = service.entities as unknown as Entities
  return (req, _res, next) => {
    const [sent = '', query] = req.url.split(/\?(.*)/s)
    if (MAY_HAVE_KEYS.test(sent)) {
      const path = readPath(sent, entities)
      if (path.steps.some(({ isSegmented }) => isSegmented))
        req.url = printPath(path) + (query === undefined ? '' : `?${query}`)
    }
    next()
  }
}
