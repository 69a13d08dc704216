import { BadRequest, badRequest } from '../../protocol/errors.ts'
import type { CapAdapter, Failure } from '../../../cap/odata.ts'
import type { Element } from '../../../cap/csn.ts'
import { foreignKeyOf } from '../../../cap/model.ts'
import type { Row } from '../../../cap/request.ts'
import { keyCondition } from '../../query/lower/keys.ts'
import { pathOfId } from '../urls/canonical-path.ts'
import type { BodyRecord } from './records.ts'

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
