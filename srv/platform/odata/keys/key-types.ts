import {
  type Concern,
  type Element,
  type Entity,
  type Segment,
  type Token,
  entitiesAlong,
  queriesOf,
} from '../../cap/odata.ts'
import { badRequest, requestError } from '../errors/errors.ts'
import { GUID } from '../values/formats.ts'

/** Values that the URL gives for IsActiveEntity; CAP's parser makes false of anything but true. */
const IS_ACTIVE_ENTITY = /\bIsActiveEntity\s*=\s*([^,)]*)/g
const BOOLEAN_OR_ALIAS = /^(true|false|'true'|'false'|@\w+)\s*$/

type Checked = Element & { readonly strict_check?: (value: unknown) => boolean }

/** Types whose values may be outside of what a database can look for. Texts are what they are. */
const BOUNDED = /^cds\.(?:U?Int|Double|Decimal|Date|Time)/

/** What is wrong with a value of a key. GUIDs get the case that they are stored in, and quoted numbers are numbers. */
const problemOf = (value: { val?: unknown }, element: Checked): string | undefined => {
  const { _type: type = '', name } = element
  if (type === 'cds.UUID') {
    if (!GUID.test(String(value.val))) return `The key "${name}" must be a GUID.`
    value.val = String(value.val).toLowerCase()
  }
  if (!BOUNDED.test(type) || value.val === null) return undefined
  const isQuoted = typeof value.val === 'string' && Number.isSafeInteger(Number(value.val))
  const number = isQuoted ? Number(value.val) : value.val
  return (element.strict_check?.(number) ?? true) ? undefined : `The key "${name}" must be a valid ${type.slice(4)}.`
}

const invalidKey = ({ where = [] }: Segment, { elements }: Entity): string | undefined => {
  for (const [index, token] of where.entries()) {
    const element = typeof token === 'object' ? elements?.[token.ref?.[0] ?? ''] : undefined
    const value = where[index + 2]
    const problem = element && typeof value === 'object' && 'val' in value ? problemOf(value, element) : undefined
    if (problem) return problem
  }
  return undefined
}

/** Values in key predicates have the type of their property; quoted GUIDs and booleans are accepted, GUIDs in any case. */
export const keyTypes: Concern =
  ({ service }) =>
  (req, _res, next) => {
    for (const query of queriesOf(req))
      for (const [segment, entity] of entitiesAlong(query, service)) {
        const problem = typeof segment === 'object' && invalidKey(segment, entity)
        if (problem) return next(badRequest('INVALID_KEY', problem))
      }
    if (req.path.includes('IsActiveEntity'))
      for (const [, value = ''] of decodeURIComponent(req.path).matchAll(IS_ACTIVE_ENTITY))
        if (!BOOLEAN_OR_ALIAS.test(value))
          return next(badRequest('INVALID_KEY', 'The key "IsActiveEntity" must be true or false.'))
    next()
  }

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
