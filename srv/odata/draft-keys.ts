import { entitiesAlong, queriesOf } from './cap.ts'
import type { Concern } from './concern.ts'
import type { Token } from './cap.ts'

const names = (where: readonly Token[], key: string): boolean =>
  where.some((token) => typeof token === 'object' && token.ref?.[0] === key)

/**
 * M1: a key without IsActiveEntity means the draft, in every way to write a key, and for every method and action.
 * Keys further down a path belong to the version that its beginning addresses, so only the first one is completed.
 */
export const draftKeys: Concern =
  ({ service }) =>
  (req, _res, next) => {
    for (const query of queriesOf(req)) {
      for (const [segment, entity] of entitiesAlong(query, service)) {
        if (!entity.drafts) continue
        const where = typeof segment === 'object' ? segment.where : undefined
        if (where?.length && !names(where, 'IsActiveEntity'))
          where.push('and', { ref: ['IsActiveEntity'] }, '=', { val: false })
        break
      }
    }
    next()
  }
