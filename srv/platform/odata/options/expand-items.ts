import { BadRequest } from '../errors/bad-request.ts'
import { elementOf, type Entity } from '../../cap/csn.ts'
import { limitsInForce } from '../limits/limits.ts'
import type { ExpandItem } from './expand.ts'
import type { QueryOption } from '../url/query-string.ts'
import { keyNames } from '../urls/key-names.ts'
import { isReferable } from '../urls/reference-to.ts'

export type EndOfItem = '$ref' | '$count'

/** The navigation property of an item such as `characters/$ref`, and what follows it. */
export const endOfItem = (path: string): { name: string; end?: EndOfItem } => {
  const [, name = path, end] = /^([^/]+)\/\$(ref|count)$/.exec(path) ?? []
  return end ? { name, end: `$${end}` as EndOfItem } : { name }
}

/** What can be asked of references and of counts. */
const ALLOWED: Readonly<Record<EndOfItem, readonly string[]>> = {
  $ref: ['$filter', '$search', '$orderby', '$skip', '$top', '$count'],
  $count: ['$filter', '$search'],
}

const shortened = ({ path, options = [] }: ExpandItem, entity: Entity): ExpandItem => {
  const { name, end } = endOfItem(path)
  const element = elementOf(entity, name)
  if (!end || !element?._target) return { path, options }
  if (end === '$count' && !element.is2many) throw new BadRequest(`${name} is no collection, and has no count.`)
  if (!isReferable(element._target)) throw new BadRequest(`${name} has no URL of its own to refer to it by.`)
  const other = options.find((option) => !ALLOWED[end].includes(option.name))
  if (other) throw new BadRequest(`${path} has no option ${other.name}.`)
  const added: QueryOption[] =
    end === '$ref'
      ? [{ name: '$select', value: keyNames(element._target).join(',') }]
      : [
          { name: '$count', value: 'true' },
          { name: '$top', value: '0' },
        ]
  return { path: name, options: [...options, ...added] }
}

const LEVELS = '$levels'

/** A navigation property that leads to records of the same kind is expanded within itself, as often as it says. */
const unrolled = ({ path, options = [] }: ExpandItem, entity: Entity): ExpandItem => {
  const { value: levels } = options.find(({ name }) => name === LEVELS) ?? {}
  if (levels === undefined) return { path, options }
  const most = limitsInForce().expandDepth
  const count = levels === 'max' ? most : Number(levels)
  if (!/^(?:max|[1-9]\d{0,2})$/.test(levels)) throw new BadRequest(`${LEVELS} must be a number from 1, or max.`)
  if (count > most) throw new BadRequest(`${LEVELS} is at most ${most}.`)
  const rest = options.filter(({ name }) => name !== LEVELS)
  const isRecursive = elementOf(entity, path)?._target === entity
  if (!isRecursive && levels !== '1')
    throw new BadRequest(`${LEVELS} is for navigation properties that lead to records of the same kind.`)
  if (isRecursive && rest.some(({ name }) => name === '$expand'))
    throw new BadRequest(`${LEVELS} and $expand of the same navigation property are not supported.`)
  const nest = (left: number): ExpandItem => ({
    path,
    options: left > 1 ? [...rest, { name: '$expand', value: printed(nest(left - 1)) }] : rest,
  })
  return nest(isRecursive ? count : 1)
}

const printed = ({ path, options = [] }: ExpandItem): string =>
  options.length ? `${path}(${options.map(({ name, value }) => `${name}=${value}`).join(';')})` : path

/** `*` with `/$ref` stands for the references of all navigation properties that have some. */
const spread = (item: ExpandItem, entity: Entity): ExpandItem[] => {
  const { name, end } = endOfItem(item.path)
  if (name !== '*' || end !== '$ref') return [item]
  return Object.values(entity.elements)
    .filter(({ _target }) => _target && isReferable(_target))
    .map((element) => ({ ...item, path: `${element.name}/$ref` }))
}

/**
 * Puts items of `$expand` that CAP does not know into others that bring what they need: the keys for `nav/$ref`, the
 * number for `nav/$count`, and as many levels as `$levels` asks for.
 *
 * @throws BadRequest for what cannot be asked so
 */
export const plainItems = (items: readonly ExpandItem[], entity: Entity): ExpandItem[] =>
  items
    .flatMap((item) => spread(item, entity))
    .map((item) => {
      const { path, options } = unrolled(shortened(item, entity), entity)
      return options?.length ? { path, options } : { path }
    })
