import { requestError } from '../errors/errors.ts'
import { type Concern, entitiesAlong, queriesOf, type Token } from '../../cap/odata.ts'

const names = (where: readonly Token[], key: string): boolean =>
  where.some((token) => typeof token === 'object' && token.ref?.[0] === key)

/**
 * A key without IsActiveEntity means the draft, in every way to write a key, and for every method and action.
 * Keys further down a path belong to the version that its beginning addresses, so only the first one is completed.
 * What has no drafts itself, such as a person, leads to active records only.
 */
export const draftKeys: Concern =
  ({ service }) =>
  (req, _res, next) => {
    for (const query of queriesOf(req)) {
      let isFirst = true
      for (const [segment, entity] of entitiesAlong(query, service)) {
        const where = typeof segment === 'object' ? segment.where : undefined
        if (entity.drafts && where?.length && !names(where, 'IsActiveEntity')) {
          if (!isFirst) return next(requestError(404, 'NOT_FOUND', 'There is no draft at this address.'))
          where.push('and', { ref: ['IsActiveEntity'] }, '=', { val: false })
        }
        if (entity.drafts) break
        isFirst = false
      }
    }
    next()
  }
