import { BadRequest, badRequest } from '../../protocol/errors.ts'
import {
  type CapAdapter,
  type Failure,
  entitiesAlong,
  queriesOf,
  type Request,
  type Concern,
  isPart,
} from '../../../cap/odata.ts'
import { type Element, type Entity, entityNamed } from '../../../cap/csn.ts'
import { foreignKeyOf, uplinkOf } from '../../../cap/model.ts'
import type { Row } from '../../../cap/request.ts'
import { keyCondition } from '../../query/lower/keys.ts'
import { pathOfId } from '../urls/canonical-path.ts'
import { isAction, WITH_BODY } from './body-type.ts'
import { enterWrite, mayWrite, tooManyRows } from '../../protocol/limits.ts'

/** The URL that an object refers to a record by; undefined where it has none. */
const referenceOf = (value: object): unknown => (value as Row)['@odata.id']

/** A part of keys that tells nothing of another record. */
const STATE = 'IsActiveEntity'

const invalid = (target: string, message: string): Failure =>
  Object.assign(badRequest('INVALID_BODY', message), { target })

/** The key of the record that a URL binds to, which may begin with a slash. CAP would take the key of any. */
function keyOf(url: unknown, { _target, keys }: Element, target: string, adapter: CapAdapter): unknown {
  const isFromRoot = typeof url === 'string' && /^\/(?!\/)/.test(url)
  const { records = [] } = pathOfId(url, adapter) ?? (isFromRoot ? pathOfId(url.slice(1), adapter) : undefined) ?? {}
  const record = records.at(-1)
  try {
    const condition = record?.entity.name === _target?.name && record ? keyCondition(record, []) : []
    const at = condition.findIndex((token) => typeof token === 'object' && token.ref?.[0] === keys?.[0]?.ref.join('_'))
    const value = at < 0 ? undefined : condition[at + 2]
    if (typeof value === 'object') return value.val
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
  }
  throw invalid(target, `This must be the URL of one record of ${String(_target?.name.replace(/^.*\./, ''))}.`)
}

/** Replaces an object, a binding or null by the foreign key that it stands for, which CAP's checks look at. */
function linkToKey({ record, path }: BodyRecord, element: Element, column: string, adapter: CapAdapter): void {
  const { name, keys } = element
  const binding = `${name}@odata.bind`
  const value = record[name]
  const target = path + name
  if (value !== undefined && record[binding] !== undefined)
    throw invalid(target, 'Give the record or bind it, not both.')
  if (record[column] !== undefined && typeof record[binding] === 'string')
    throw invalid(target, `Give "${column}" or bind the record, not both.`)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const url = referenceOf(value)
    const keyName = keys?.[0]?.ref.join('_') ?? ''
    const key = (value as Row)[keyName]
    const other = Object.keys(value).find((each) => each !== keyName && each !== STATE && !each.includes('@'))
    if (other !== undefined && (url !== undefined || key !== undefined))
      throw invalid(
        `${target}/${other}`,
        'A record that is linked to is not changed with this one: give its key alone.',
      )
    if (url !== undefined) record[binding] = url
    else if (key === undefined) throw invalid(target, 'Give the key of the record, or bind it by "@odata.bind".')
    else setKey(record, column, key, target)
    Reflect.deleteProperty(record, name)
  } else if (Array.isArray(value)) {
    throw Object.assign(badRequest('ASSERT_DATA_TYPE', 'This must be one record.'), { target })
  } else if (value === null || record[binding] === null) {
    setKey(record, column, null, target)
    Reflect.deleteProperty(record, name)
    Reflect.deleteProperty(record, binding)
  }
  const url = record[binding]
  if (url === undefined) return
  setKey(record, column, keyOf(url, element, target, adapter), target)
  Reflect.deleteProperty(record, binding)
}

function setKey(record: Row, column: string, key: unknown, target: string): void {
  if (record[column] !== undefined && record[column] !== key)
    throw invalid(target, `This and "${column}" name different records.`)
  record[column] = key
}

/** Navigations that a body cannot change: to records of others, without a column of their own, and items named by a URL. */
function refuseOthers({ record, path, uplink }: BodyRecord, elements: readonly Element[]): void {
  for (const { name, is2many, isComposition, keys } of elements) {
    if (is2many && isComposition && record[name] === null)
      throw Object.assign(badRequest('ASSERT_DATA_TYPE', 'This must be a collection.'), { target: path + name })
    if (!isComposition && !keys && record[name] !== undefined)
      throw invalid(path + name, `This ${is2many ? 'collection' : 'link'} cannot be changed with the record.`)
  }
  if (uplink && referenceOf(record) !== undefined)
    throw invalid(path.slice(0, -1), 'The items of this collection are given by their properties, not by a URL.')
}

/**
 * Brings the links of a record into one form, the foreign key, so that what holds for the one holds for all: mandatory
 * links, existing targets, and no link twice.
 *
 * @throws 400 with the target where a link says nothing or is one of another kind.
 */
export function linksToKeys(body: BodyRecord, adapter: CapAdapter): void {
  const associations = Object.values(body.entity.elements).filter(({ isAssociation }) => isAssociation)
  refuseOthers(body, associations)
  for (const element of associations) {
    const column = element.name === body.uplink || element.isComposition ? undefined : foreignKeyOf(element)
    if (column) linkToKey(body, element, column, adapter)
  }
}

/** One record of a request body: its entity, its path as error targets name it, and its association to its owner. */
export interface BodyRecord {
  readonly entity: Entity
  readonly record: Row
  /** Empty, or ends with a slash, such as `characters[0]/`. */
  readonly path: string
  readonly uplink?: string | undefined
}

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A record of a body and, at any depth, those of its compositions. */
function* recordsOf(body: BodyRecord): Generator<BodyRecord> {
  yield body
  for (const composition of Object.values(body.entity.compositions ?? {})) {
    const part = body.record[composition.name]
    if (!composition._target) continue
    for (const [index, record] of (Array.isArray(part) ? part : [part]).entries()) {
      const path = `${body.path}${composition.name}${Array.isArray(part) ? `[${String(index)}]` : ''}/`
      if (isRecord(record))
        yield* recordsOf({ entity: composition._target, record, path, uplink: uplinkOf(composition) })
    }
  }
}

/** The records that a request sends; a property that is written alone comes as a record of its own. */
export function* bodyRecords(req: Request, { service }: CapAdapter): Generator<BodyRecord> {
  const [query] = queriesOf(req)
  if (!query || isAction(req)) return
  const entity = entityNamed([...entitiesAlong(query, service)].at(-1)?.[1].name ?? '')
  const body = req.body as Row
  const property = query._propertyAccess
  if (entity && property === undefined) yield* recordsOf({ entity, record: body, path: '' })
  if (!entity || property === undefined) return
  const record = { [property]: body['value'] }
  yield { entity, record, path: '' }
  body['value'] = record[property]
}

const countRecords = (req: Request, adapter: CapAdapter): number =>
  req.body !== undefined && WITH_BODY.includes(req.method) ? [...bodyRecords(req, adapter)].length : 0

/** Bounds what one request writes, and what all of them write at a time. */
export const writeLimits: Concern = (adapter) => (req, res, next) => {
  const rows = countRecords(req, adapter)
  if (rows === 0) return next()
  if (!mayWrite(rows)) return next(tooManyRows())
  // A part of a batch has the connection to the database already that others may wait for: the batch has waited.
  if (isPart(req)) return next()
  enterWrite(rows, res, next)
}
