import type { Element } from '../../cap/csn.ts'
import { inputChecks } from '../../cap/input-checks.ts'
import { type CapAdapter, type Concern, type Failure, type Request, queriesOf } from '../../cap/odata.ts'
import { WITH_BODY } from './body-type.ts'
import { checkTypesStrictly } from './input-types.ts'
import { linksToKeys } from './link-keys.ts'
import { type BodyRecord, bodyRecords } from './records.ts'
import { badRequest } from '../errors/errors.ts'
import { isFixed, operationOf } from '../urls/resource.ts'
import { BASE64, isTimestamp, GUID } from '../values/formats.ts'
import { isStructure } from '../values/structures.ts'

/** What the server alone knows of a draft; a body that repeats it changes nothing. */
const OF_DRAFTS = ['DraftAdministrativeData', 'SiblingEntity', 'DraftMessages'] as const

/** What tells drafts from active records: CAP reads these before it checks a body. */
const STATES = ['IsActiveEntity', 'HasActiveEntity', 'HasDraftEntity'] as const

const TIMESTAMPS: readonly (string | undefined)[] = ['cds.Timestamp', 'cds.DateTime']

const wrongType = (value: unknown, { _type = '' }: Element, target: string): Failure =>
  Object.assign(badRequest('ASSERT_DATA_TYPE', 'ASSERT_DATA_TYPE'), {
    target,
    args: [value, _type.replace('cds.', '')],
  })

/** No entity here has subtypes: a record that says its type is of the one that is written. */
function checkType({ entity, record, path }: BodyRecord): void {
  const type = record['@odata.type']
  if (type === undefined || (typeof type === 'string' && type.endsWith(`#${entity.name.replace(/\.drafts$/, '')}`)))
    return
  const target = `${path}@odata.type`
  throw Object.assign(badRequest('INVALID_BODY', 'The type of this record is another one.'), { target })
}

/** Checks the values that CAP changes or takes out before its own checks: moments, maps, and the state of a draft. */
function checkEarlyValues({ entity, record, path }: BodyRecord): void {
  for (const [name, value] of Object.entries(record)) {
    const element = Object.hasOwn(entity.elements, name) ? entity.elements[name] : undefined
    if (!element) continue
    const isState = (STATES as readonly string[]).includes(name)
    const isMoment = value !== null && TIMESTAMPS.includes(element._type)
    // CAP takes a list for a map.
    if (element._type === 'cds.Map' && Array.isArray(value)) throw wrongType('[…]', element, path + name)
    if (isState && typeof value !== 'boolean') throw wrongType(value, element, path + name)
    if (isMoment && !(typeof value === 'string' && isTimestamp(value))) throw wrongType(value, element, path + name)
  }
}

/** PUT replaces collections and structures, too, of which CAP keeps those that a body leaves out. */
function emptyMissing({ entity, record }: BodyRecord): void {
  for (const element of Object.values(entity.elements))
    if (!(element.name in record) && !isFixed(element)) {
      if (element.items) record[element.name] = []
      else if (isStructure(element)) record[element.name] = null
    }
}

/** The parameters of those actions that CAP performs without a look at them. */
function checkDraftAction(req: Request, adapter: CapAdapter): void {
  const [query] = queriesOf(req)
  const action = query && operationOf(query, adapter)
  if (!action?.name.startsWith('draft')) return
  const errors = inputChecks((req.body ?? {}) as object, action, { protocol: 'odata', cleanse: false })
  if (errors?.[0]) throw errors[0]
}

/** Every value of a body has the type of its property, and every link one form, before anything is made of them. */
export const bodyValues: Concern = (adapter) => {
  checkTypesStrictly()
  return (req, _res, next) => {
    checkDraftAction(req, adapter)
    if (req.body !== undefined && WITH_BODY.includes(req.method))
      for (const body of bodyRecords(req, adapter)) {
        for (const name of OF_DRAFTS) if (body.entity.elements[name]) Reflect.deleteProperty(body.record, name)
        checkType(body)
        checkEarlyValues(body)
        if (req.method === 'PUT' && !body.path) emptyMissing(body)
        linksToKeys(body, adapter)
        canonicalValues(body)
      }
    // CAP reads the text once more where a change becomes the creation of a record, and so may handlers.
    if (req.body !== undefined) (req as { _raw?: string })._raw = JSON.stringify(req.body)
    next()
  }
}

/**
 * Databases compare texts: GUIDs, which are equal in any case, are stored in lower case alone; bytes are stored in one of
 * the alphabets of base64.
 */
export function canonicalValues({ entity, record }: BodyRecord): void {
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== 'string') continue
    const element = Object.hasOwn(entity.elements, name) ? entity.elements[name] : undefined
    if (element?._type === 'cds.UUID' && GUID.test(value)) record[name] = value.toLowerCase()
    if (element?._type === 'cds.Binary' && BASE64.test(value))
      record[name] = Buffer.from(value, 'base64').toString('base64')
  }
}
