import { GUID } from '../values/guid.ts'
import { badRequest } from '../errors/errors.ts'
import { type Concern, entitiesAlong, type Entity, queriesOf, type Segment } from '../../cap/odata.ts'

/** Values that the URL gives for IsActiveEntity; CAP's parser makes false of anything but true. */
const IS_ACTIVE_ENTITY = /\bIsActiveEntity\s*=\s*([^,)]*)/g
const BOOLEAN_OR_ALIAS = /^(true|false|'true'|'false'|@\w+)\s*$/

/** Name of a GUID property in a key predicate whose value is no GUID. The others get the case that GUIDs are stored in. */
const invalidGuid = ({ where = [] }: Segment, { elements }: Entity): string | undefined => {
  for (const [index, token] of where.entries()) {
    const name = typeof token === 'object' ? token.ref?.[0] : undefined
    const value = where[index + 2]
    if (!name || typeof value !== 'object' || !('val' in value)) continue
    if (elements?.[name]?._type !== 'cds.UUID') continue
    if (!GUID.test(String(value.val))) return name
    value.val = String(value.val).toLowerCase()
  }
  return undefined
}

/** Values in key predicates have the type of their property; quoted GUIDs and booleans are accepted, GUIDs in any case. */
export const keyTypes: Concern =
  ({ service }) =>
  (req, _res, next) => {
    for (const query of queriesOf(req))
      for (const [segment, entity] of entitiesAlong(query, service)) {
        const name = typeof segment === 'object' && invalidGuid(segment, entity)
        if (name) return next(badRequest('INVALID_KEY', `The key "${name}" must be a GUID.`))
      }
    if (req.path.includes('IsActiveEntity'))
      for (const [, value = ''] of decodeURIComponent(req.path).matchAll(IS_ACTIVE_ENTITY))
        if (!BOOLEAN_OR_ALIAS.test(value))
          return next(badRequest('INVALID_KEY', 'The key "IsActiveEntity" must be true or false.'))
    next()
  }
