import { replaceBody } from '../bodies/body-type.ts'
import { constant, type Token, type Element } from '../../../cap/csn.ts'
import { requestError, badRequest } from '../../protocol/errors.ts'
import { type Interceptor, selectQuery } from '../../../cap/request.ts'
import { foreignKeyOf, uplinkOf } from '../../../cap/model.ts'
import { pathOfId } from '../urls/canonical-path.ts'
import { keyCondition } from '../../query/lower/keys.ts'
import { isOne, printPath, type RecordStep, withKey } from '../../meaning/resource.ts'
import { isReferable } from '../../meaning/edm.ts'
import { type RawOption, rawOptions, valueOf } from '../urls/well-formed-url.ts'
import type { CapAdapter, Request, Response } from '../../../cap/odata.ts'

/** The property of an HTTP request that holds the condition under which it may change a record. */
const CONDITION = Symbol('condition')

type Marked = object & { [CONDITION]?: readonly Token[] }

/** Lets a request change a record that is there, and never create one. @param condition further, as CQN */
export const onlyExisting = (req: object, condition: readonly Token[] = []): void => {
  ;(req as Marked)[CONDITION] = condition
}

/** Whether a request is one that must not create a record. */
export const isOnlyOfExisting = ({ req }: { readonly req?: object }): boolean =>
  (req as Marked | undefined)?.[CONDITION] !== undefined

/** Makes the condition of a request part of its change, which then finds no record where the condition fails. */
export const conditionOfChange: Interceptor = async (request, next, tx) => {
  const condition = (request.req as Marked | undefined)?.[CONDITION]
  const update = request.query?.UPDATE
  if (!condition?.length || !update) return next()
  const where = [...condition]
  const found = await tx.run(
    selectQuery({ from: update.entity, columns: [{ ...constant(1), as: 'found' }], where, one: true }),
  )
  if (!found) throw requestError(404, 'NOT_FOUND', 'There is no such reference.')
  update.where = where
  return next()
}

/** A navigation property at the end of a path, and the record that it belongs to. */
interface Place {
  readonly owner: RecordStep
  /** The steps to the owner. */
  readonly ownerPath: readonly RecordStep[]
  readonly target: RecordStep
  readonly element: Element
}

const placeOf = (steps: readonly RecordStep[]): Place | undefined => {
  const [owner, target] = [steps.at(-2), steps.at(-1)]
  if (!owner || !target?.element || !isReferable(target.entity)) return undefined
  return { owner, ownerPath: steps.slice(0, -1), target, element: target.element }
}

/** Whether a link leads from an item to what it is a part of: it is there as long as the item is. */
const leadsToOwner = ({ owner, target, element }: Place): boolean =>
  Object.values(target.entity.compositions ?? {}).some(
    (composition) => composition._target?.name === owner.entity.name && uplinkOf(composition) === element.name,
  )

/** The methods that change the references at a place. */
const methodsAt = (steps: readonly RecordStep[]): readonly string[] => {
  const place = placeOf(steps)
  if (!place || !isOne(place.owner)) return []
  const { element, target } = place
  if (element.is2one) return foreignKeyOf(element) && !leadsToOwner(place) ? ['PUT', 'DELETE'] : []
  if (uplinkOf(element) === undefined) return []
  if (target.key !== undefined) return ['DELETE']
  return element.isComposition ? ['DELETE'] : ['POST', 'PUT', 'DELETE']
}

interface Change {
  readonly path: readonly RecordStep[]
  /** What to set; undefined for a record that is deleted. */
  readonly body?: object
  readonly isOf?: { readonly property: string; readonly value: unknown }
}

const invalid = (name: string, entity: RecordStep['entity']): Error =>
  badRequest('INVALID_REFERENCE', `"${name}" must be the URL of one record of ${entity.name.replace(/^.*\./, '')}.`)

/** The one step of the canonical URL of a record. */
const recordOf = (id: unknown, name: string, { entity }: RecordStep, adapter: CapAdapter): RecordStep => {
  const [step, ...more] = pathOfId(id, adapter)?.records ?? []
  if (!step || more.length || step.key === undefined || step.entity !== entity) throw invalid(name, entity)
  return step
}

const URLS = ['@odata.id', '@id'] as const

const recordInBody = (body: unknown, target: RecordStep, adapter: CapAdapter): RecordStep => {
  const record = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
  const name = URLS.find((each) => each in record) ?? URLS[0]
  return recordOf(record[name], name, target, adapter)
}

const urlOf = ({ name, key }: RecordStep): string => `${name}(${String(key)})`

/** The value of a key of one property. */
const keyValue = (owner: RecordStep): unknown => {
  const [, , value, ...more] = keyCondition(owner, [])
  return typeof value === 'object' && !more.length ? value.val : undefined
}

/** The entity-id that is given as an option. */
const idOf = (req: Request): RawOption | undefined => rawOptions(req.url).find(({ name }) => name === '$id')

const changeOfOne = ({ element, target, ownerPath }: Place, req: Request, adapter: CapAdapter): Change => {
  if (req.method === 'DELETE' && idOf(req))
    throw badRequest('INVALID_REFERENCE', 'There is one reference here, and no "$id" is needed.')
  if (req.method === 'DELETE') return { path: ownerPath, body: { [element.name]: null } }
  const record = recordInBody(req.body, target, adapter)
  return { path: ownerPath, body: { [`${element.name}@odata.bind`]: urlOf(record) } }
}

/** The record whose reference is removed, by the key in the path or by `$id`. */
const removed = ({ target }: Place, req: Request, adapter: CapAdapter): RecordStep => {
  const id = idOf(req)
  if ((id === undefined) === (target.key === undefined))
    throw badRequest('INVALID_REFERENCE', 'Say once, by its key in the path or by "$id", which reference to remove.')
  return id ? recordOf(valueOf(id), '$id', target, adapter) : target
}

const changeOfMany = (place: Place, req: Request, adapter: CapAdapter): Change => {
  const { owner, ownerPath, target, element } = place
  const isAdded = req.method === 'POST'
  const { key } = isAdded ? recordInBody(req.body, target, adapter) : removed(place, req, adapter)
  // An item is nothing without its owner: to take it away is to delete it.
  if (element.isComposition) return { path: [...ownerPath, withKey(target, String(key))] }
  const back = target.entity.elements[uplinkOf(element) ?? '']
  const column = back && foreignKeyOf(back)
  const value = ownerPath.length === 1 ? keyValue(owner) : undefined
  if (!back || column === undefined || value === undefined)
    throw badRequest('NOT_SUPPORTED', 'This reference is changed at the canonical URL of its owner only.')
  const path = [withKey({ ...target, name: target.entity.name.replace(/^.*\./, '') }, String(key))]
  return isAdded
    ? { path, body: { [`${back.name}@odata.bind`]: urlOf(owner) } }
    : { path, body: { [back.name]: null }, isOf: { property: column, value } }
}

const reasonOf = (place: Place | undefined, { method }: Request): string =>
  place?.element.isComposition && place.element.is2many && method === 'POST'
    ? `The items of "${place.element.name}" belong to one record for good: POST them to the collection itself.`
    : `The method "${method}" is not offered for these references.`

/** Makes a change of references the change of a record that it means, by which all that holds for records holds here. */
export function changeReferences(req: Request, res: Response, steps: readonly RecordStep[], adapter: CapAdapter): void {
  const methods = methodsAt(steps)
  const place = placeOf(steps)
  if (!place || !methods.includes(req.method)) {
    res.set('Allow', ['GET', 'HEAD', ...methods].join(', '))
    throw requestError(405, 'METHOD_NOT_ALLOWED', reasonOf(place, req))
  }
  const { path, body, isOf } = place.element.is2one
    ? changeOfOne(place, req, adapter)
    : changeOfMany(place, req, adapter)
  const [option, ...more] = rawOptions(req.url)
  if (more.length || (option && (option.name !== '$id' || req.method !== 'DELETE')))
    throw badRequest('NOT_SUPPORTED', 'A change of references has no query options but "$id" for the one to remove.')
  req.url = printPath(path)
  if (!body) return
  onlyExisting(req, isOf ? [{ ref: [isOf.property] }, '=', { val: isOf.value }] : [])
  req.method = 'PATCH'
  replaceBody(req, body)
  // There is nothing to answer with but that it is done.
  delete req.headers['prefer']
}
