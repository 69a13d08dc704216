import { elementOf, type Entity } from '../../cap/csn.ts'
import { BadRequest } from '../errors/bad-request.ts'
import { plainItems } from './expand-items.ts'
import { parseSearch, SearchSyntaxError } from '../search/expression.ts'
import { searchablePaths } from '../search/searchable.ts'
import { toFilter } from '../search/to-filter.ts'
import { aliasesOf, lowerGuidList } from './aliases.ts'
import { toCondition, toOperand } from './dialect.ts'
import { type ExpandItem, ExpandSyntaxError, parseExpand, printExpand, readUntil } from './expand.ts'
import type { Computed } from './compute.ts'
import type { Expression } from './expression.ts'
import type { Names } from './names.ts'
import { checkPaths, checkSelected } from './paths.ts'
import { checkOptionsOfOne } from './to-one.ts'
import type { QueryOption } from './query-string.ts'
import { expanded, readExpression } from './read-expression.ts'
import { typedCondition, typedValue } from './typed.ts'

/** An `$expand` that this folder cannot read stays as it is: CAP's parser then gives the error. */
function orAsIs(text: string, rewrite: (text: string) => string): string {
  try {
    return rewrite(text)
  } catch (error) {
    if (error instanceof ExpandSyntaxError) return text
    throw error
  }
}

/** What names mean in an expression, and the expressions that `$compute` gave names to. */
interface Meaning extends Names {
  readonly computed: Computed
}

/** Nothing is left to CAP's parser, which does not check types. Names that `$compute` gave stand for their expressions. */
function readOf(text: string, option: string, { entity, computed }: Meaning): Expression {
  const expression = expanded(readExpression(text, option), computed)
  checkPaths(expression, entity)
  return expression
}

const rewriteFilter = (text: string, meaning: Meaning): string =>
  toCondition(typedCondition(readOf(text, '$filter', meaning), meaning))

const rewriteOrderItem = (item: string, meaning: Meaning): string => {
  const text = item.trim()
  const direction = /\s(asc|desc)$/i.exec(text)?.[1] ?? ''
  const read = readOf(text.slice(0, text.length - direction.length), '$orderby', meaning)
  const { type, expression } = typedValue(read, meaning)
  if (type === 'record' || type === 'records') throw new BadRequest(`$orderby: ${text} is no value to sort by`)
  return `${toOperand(expression)} ${direction.toLowerCase()}`.trimEnd()
}

const rewriteOrder = (text: string, meaning: Meaning): string => {
  const items: string[] = []
  for (let at = 0; at <= text.length; at = readUntil(text, at, ',') + 1)
    items.push(rewriteOrderItem(text.slice(at, readUntil(text, at, ',')), meaning))
  return items.join(',')
}

/** What was computed is read by expressions, and not by CAP's parser; nothing is left but the key at times. */
const rewriteSelect = (text: string, entity: Entity, computed: Computed): string => {
  const items = text.split(',').map((item) => item.trim())
  for (const item of items) checkSelected(item, entity)
  const stored = items.filter((item) => !computed.has(item))
  return stored.length ? stored.join(',') : (Object.keys(entity.keys ?? {})[0] ?? '')
}

const searchFilter = (text: string, entity: Entity): string | undefined => {
  try {
    const expression = parseSearch(text)
    return expression && toFilter(expression, searchablePaths(entity))
  } catch (error) {
    if (error instanceof SearchSyntaxError) throw new BadRequest(`$search: ${error.message}`)
    throw error
  }
}

/** `*` leaves out SiblingEntity in CAP; here it stands for every navigation property, as its name says. */
const withSibling = (items: ExpandItem[], entity: Entity): ExpandItem[] =>
  items.some((item) => item.path === '*') &&
  elementOf(entity, 'SiblingEntity') &&
  !items.some((item) => item.path === 'SiblingEntity')
    ? [...items, { path: 'SiblingEntity' }]
    : items

const rewriteExpand = (text: string, entity: Entity, aliases: Names['aliases']): string =>
  orAsIs(text, () => {
    const items = plainItems(parseExpand(text), entity).map((item): ExpandItem => {
      const element = elementOf(entity, item.path)
      const target = element?._target
      if (!target || !item.options) return item
      checkOptionsOfOne(element, item.options)
      return { ...item, options: rewriteOptions(item.options, target, undefined, aliases) }
    })
    return printExpand(withSibling(items, entity))
  })

/**
 * Puts query options into the form that CAP's parser understands: `$search` becomes part of `$filter`, arithmetic and
 * `nav/$count` become calls, at the top and inside of `$expand`; what `$compute` names is written out.
 *
 * @param entity - what the options are about
 * @param computed - what `$compute` among them says, which is left out of the result
 * @param aliases - what the aliases of the whole query stand for
 * @throws BadRequest for what is not supported or not understood
 */
export function rewriteOptions(
  options: readonly QueryOption[],
  entity: Entity,
  computed: Computed = new Map(),
  aliases = aliasesOf(options),
): QueryOption[] {
  const meaning: Meaning = { entity, aliases, variables: [], computed }
  const searches = options.filter(({ name }) => name === '$search')
  if (searches.length > 1) throw new BadRequest('$search must occur only once')
  const search = searches[0] && searchFilter(searches[0].value, entity)
  const rewritten = options.flatMap(({ name, value }): QueryOption[] => {
    if (name === '$search' || (name === '$compute' && computed.size)) return []
    if (name === '$compute') throw new BadRequest('$compute is not supported in $expand')
    if (name === '$orderby') return [{ name, value: rewriteOrder(value, meaning) }]
    if (name === '$select') return [{ name, value: rewriteSelect(value, entity, computed) }]
    if (name === '$expand') return [{ name, value: rewriteExpand(value, entity, aliases) }]
    if (name.startsWith('@')) return [{ name, value: lowerGuidList(value) }]
    if (name !== '$filter') return [{ name, value }]
    const filter = rewriteFilter(value, meaning)
    return [{ name, value: search ? `(${filter}) and ${search}` : filter }]
  })
  const hasFilter = options.some(({ name }) => name === '$filter')
  return search && !hasFilter ? [...rewritten, { name: '$filter', value: search }] : rewritten
}
