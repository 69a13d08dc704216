import type { Column, Entity, Select, Step as Segment, Token } from '../../../cap/csn.ts'
import type { Operation, Query } from '../../../cap/odata.ts'
import { selectQuery } from '../../../cap/request.ts'
import { BadRequest } from '../../protocol/errors.ts'
import { isOne, type RecordStep, type Resource, type Step } from '../../meaning/resource.ts'
import { keyNames } from '../../meaning/edm.ts'
import { type Pair, readValue } from '../../url/path.ts'
import { invalidKey, keyCondition, NUMBER, type Options, plainValue, STATE } from './keys.ts'

const hasState = (where: readonly Token[]): boolean =>
  where.some((token) => typeof token === 'object' && token.ref?.[0] === STATE)

/**
 * The steps along records. A key without IsActiveEntity means the draft, in every way to write a key, and for every
 * method and action. Keys further down a path belong to the version that its beginning addresses, so only the first one
 * is completed. What has no drafts itself, such as a person, leads to active records only.
 */
function segmentsOf(records: readonly RecordStep[], options: Options): Segment[] {
  const first = records.findIndex(({ entity }) => entity.drafts)
  return records.map((step, index) => {
    const id = index ? step.name : step.entity.name
    if (!step.pairs) return id
    const where = keyCondition(step, options)
    if (index !== first || hasState(where)) return { id, where }
    if (first > 0)
      throw Object.assign(new Error('There is no draft at this address.'), { status: 404, code: 'NOT_FOUND' })
    return { id, where: [...where, 'and', { ref: [STATE] }, '=', { val: false }] }
  })
}

const takesMany = ({ params = {}, ...operation }: Operation): boolean =>
  !!(operation as Record<string, unknown>)['@cds.odata.bindingparameter.collection'] ||
  Object.values(params).some((each) => (each?.items as { type?: string } | undefined)?.type === '$self')

/** The arguments of a function: each given once, null where an alias has no value. Options may give them as well. */
function argumentsOf({ operation, pairs }: Step, options: Options): Record<string, unknown> | undefined {
  const { params = {}, ...rest } = operation ?? ({} as Operation)
  const isOpen = !!(rest as Record<string, unknown>)['@open']
  const given: readonly Pair[] | undefined =
    pairs ??
    options
      .map(({ name, value }) => ({ name: name.replace(/^@/, ''), value }))
      .filter(({ name }) => isOpen || Object.hasOwn(params, name))
      .map(({ name, value }) => ({ name, value: readValue(value, name) }))
  if (!pairs && !given.length) return undefined
  return Object.fromEntries(
    given.map(({ name = '', value }) => {
      const type = params[name]?._type
      const plain = plainValue(value, options)
      const isNumber = type === 'cds.Double' && typeof plain === 'string' && NUMBER.test(plain)
      return [name, isNumber ? Number(plain) : plain]
    }),
  )
}

/** A call at the end of a path. */
function called(step: Step, binding: RecordStep | undefined, options: Options): Segment {
  const operation = step.operation as Operation
  const name = operation.name
  if (binding && takesMany(operation) === isOne(binding))
    throw new BadRequest(`"${name}" is called on ${isOne(binding) ? 'a collection' : 'one record'} of ${binding.name}.`)
  if (operation.kind === 'action') {
    if (step.pairs && !step.pairs.length) throw new BadRequest('An action is called without parentheses.')
    return { operation: name } as unknown as Segment
  }
  const args = argumentsOf(step, options)
  return { operation: name, ...(args && { args }) } as unknown as Segment
}

/** A property with the keys of its record, which its context tells. */
const propertyColumns = (name: string, { keys = {} }: Entity): Column[] => [
  { ref: [name] },
  ...Object.keys(keys)
    .filter((key) => key !== STATE && key !== name)
    .map((key): Column => ({ ref: [key] })),
]

const notFound = (): Error =>
  Object.assign(new Error('There is nothing at this address.'), { status: 404, code: 'NOT_FOUND' })

/** What is wrong with a path that the model knows a part of, or nothing. */
function unknown({ steps, rest }: Resource): Error {
  const [end, next = ''] = [steps.at(-1), rest.at(-1)]
  if (end?.kind === 'value') return new BadRequest(`Nothing can stand behind ${end.name}.`)
  if (!end) return next === '$count' ? new BadRequest('$count is not for the root of a service.') : notFound()
  if (end.kind !== 'collection' || !end.entity) return notFound()
  const keys = keyNames(end.entity).join(', ')
  return invalidKey(`There is nothing of that name in ${end.name}, and no key (${keys}) is written so.`)
}

/**
 * A resource path as the query that CAP's handlers take: undefined for what this knows nothing of, such as views with
 * parameters.
 *
 * @param options all that are no trees: aliases, and parameters of functions
 * @throws BadRequest for keys and parameters that are none; 404 where there is nothing
 */
export function resourceQuery(resource: Resource, options: Options): Query | undefined {
  const { steps, records, isKnown } = resource
  if (records.some(({ entity }) => entity.params)) return undefined
  const [next, ...more] = steps.slice(records.length)
  const last = records.at(-1)
  if (!isKnown) throw unknown(resource)
  const isEnd = next?.kind !== 'value' || next.name === '$count' || next.name === '$value'
  if (!isEnd || more.some(({ name }) => name !== '$value')) throw notFound()
  const many = records.slice(0, next?.kind === 'property' ? undefined : -1).find((step) => !isOne(step))
  if (many) throw invalidKey(`One record of ${many.name} is needed here: give its key.`)
  const select: Select = { from: { ref: segmentsOf(records, options) } }
  if (next?.kind === 'operation') select.from.ref?.push(called(next, last, options))
  if (next?.name === '$count') {
    if (last && isOne(last)) throw new BadRequest('$count cannot be applied on a single instance')
    select.columns = [{ args: [{ val: 1 }], as: '$count', func: 'count' }]
  }
  const property = next?.kind === 'property' && last ? next.name : undefined
  if (property !== undefined && last) select.columns = propertyColumns(property, last.entity)
  if (next?.kind !== 'operation' && last && isOne(last)) select.one = true
  const query = selectQuery(select) as Query
  if (property !== undefined) Object.defineProperty(query, '_propertyAccess', { value: property, enumerable: false })
  return query
}
