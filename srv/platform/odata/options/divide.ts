import { elementOf, type Entity } from '../../cap/csn.ts'
import { BadRequest } from '../errors/bad-request.ts'
import type { Computed, Expression, OrderItem, Search, Transformation } from '../url/nodes.ts'
import { readOption } from '../url/options.ts'
import { plainItems } from './expand-items.ts'
import { type ExpandItem, ExpandSyntaxError, parseExpand, printExpand } from './expand.ts'
import { checkSelected } from './selected.ts'
import { checkOptionsOfOne } from './to-one.ts'
import type { QueryOption } from '../url/query-string.ts'

/** What is asked of a collection by expressions, and of those that are expanded in it. */
export interface Asked {
  readonly filter?: Expression
  readonly search?: Search
  readonly orderby?: readonly OrderItem[]
  readonly compute?: readonly Computed[]
  readonly apply?: readonly Transformation[]
  /** The names of `$select`, where there are some. */
  readonly select?: readonly string[]
  readonly expand: ReadonlyMap<string, Asked>
}

/** Options as expressions, and those that are left to CAP's parser. */
export interface Divided {
  readonly asked: Asked
  readonly rest: readonly QueryOption[]
}

const EXPRESSIONS = ['filter', 'search', 'orderby', 'compute', 'apply'] as const

/** `*` leaves out SiblingEntity in CAP; here it stands for every navigation property, as its name says. */
const withSibling = (items: ExpandItem[], entity: Entity): ExpandItem[] =>
  items.some((item) => item.path === '*') &&
  elementOf(entity, 'SiblingEntity') &&
  !items.some((item) => item.path === 'SiblingEntity')
    ? [...items, { path: 'SiblingEntity' }]
    : items

/** @throws BadRequest for nothing, and for what is expanded twice in different ways */
function checkItems(items: readonly ExpandItem[]): void {
  const paths = items.map(({ path }) => path)
  if (paths.every((path) => !path)) throw new BadRequest('$expand is empty')
  const twice = paths.find((path, index) => paths.indexOf(path) !== index)
  if (twice !== undefined) throw new BadRequest(`$expand has ${twice} twice`)
}

/** Takes the expressions out of `$expand`. */
function divideExpand(text: string, entity: Entity, expand: Map<string, Asked>): string {
  try {
    const read = parseExpand(text)
    checkItems(read)
    const items = plainItems(read, entity).map((item): ExpandItem => {
      const element = elementOf(entity, item.path)
      if (!element?._target || !item.options) return item
      checkOptionsOfOne(element, item.options)
      const { asked, rest } = divideOptions(item.options, element._target)
      if (asked.apply) throw new BadRequest('$apply is not supported in $expand')
      expand.set(item.path, asked)
      return rest.length ? { path: item.path, options: rest } : { path: item.path }
    })
    return printExpand(withSibling(items, entity))
  } catch (error) {
    if (error instanceof ExpandSyntaxError) throw new BadRequest(`$expand: ${error.message}`)
    throw error
  }
}

/**
 * Divides options: what has expressions is read into trees, the rest is for CAP's parser.
 *
 * @param entity - what the options are about
 * @throws BadRequest for what cannot be read
 */
export function divideOptions(options: readonly QueryOption[], entity: Entity): Divided {
  const read: Record<string, unknown> = {}
  const expand = new Map<string, Asked>()
  const rest: QueryOption[] = []
  for (const option of options) {
    const name = EXPRESSIONS.find((each) => option.name === `$${each}`)
    // Whoever searches for nothing finds all.
    if (name === 'search' && !option.value.trim()) continue
    if (name) read[name] = readOption(name, option.value)
    else if (option.name === '$expand')
      rest.push({ name: '$expand', value: divideExpand(option.value, entity, expand) })
    else rest.push(option)
  }
  const select = options.find(({ name }) => name === '$select')?.value.split(',')
  const names = select?.map((name) => name.trim())
  for (const name of names ?? []) checkSelected(name, entity)
  const asked: Asked = { ...read, ...(names && { select: names }), expand }
  return { asked, rest: asked.compute ? rest.map((option) => withoutComputed(option, asked, entity)) : rest }
}

/** What is computed is added later; where nothing else is selected, the key stands for it. */
const withoutComputed = (option: QueryOption, { select, compute = [] }: Asked, entity: Entity): QueryOption => {
  if (option.name !== '$select') return option
  const stored = select?.filter((name) => !compute.some((each) => each.name === name)) ?? []
  return { name: '$select', value: stored.length ? stored.join(',') : (Object.keys(entity.keys ?? {})[0] ?? '') }
}
