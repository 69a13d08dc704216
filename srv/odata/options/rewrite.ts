import type { Entity } from '../csn.ts'
import { elementOf } from '../csn.ts'
import { BadRequest } from '../bad-request.ts'
import { plainItems } from '../references/expand-items.ts'
import { parseSearch, SearchSyntaxError } from '../search/expression.ts'
import { searchablePaths } from '../search/searchable.ts'
import { toFilter } from '../search/to-filter.ts'
import { toCondition, toOperand } from './dialect.ts'
import { ExpandSyntaxError, parseExpand, printExpand, readUntil } from './expand.ts'
import type { ExpandItem } from './expand.ts'
import type { Computed } from './compute.ts'
import { ExpressionSyntaxError, ExpressionTooDeep, parseExpression } from './expression.ts'
import type { Expression } from './expression.ts'
import { checkPaths, checkSelected } from './paths.ts'
import type { QueryOption } from './query-string.ts'
import { checkHeight, expanded, tooDeep } from './read-expression.ts'

/** The filtered count of OData 4.01. */
const COUNT_WITH_OPTIONS = /\/\$count\s*\(/

/** Text that this folder cannot read stays as it is: CAP's parser then gives the answer or the error. */
function orAsIs(text: string, rewrite: (text: string) => string): string {
  try {
    return rewrite(text)
  } catch (error) {
    if (error instanceof ExpressionTooDeep) throw tooDeep()
    if (error instanceof ExpressionSyntaxError && COUNT_WITH_OPTIONS.test(text.replace(/'(?:[^']|'')*'/g, "''")))
      throw new BadRequest('A count within an expression takes no options: $count counts all.')
    if (error instanceof ExpressionSyntaxError || error instanceof ExpandSyntaxError) return text
    throw error
  }
}

/** Names that `$compute` gave stand for their expressions. */
const readOf = (text: string, entity: Entity, computed: Computed): Expression => {
  const expression = expanded(checkHeight(parseExpression(text)), computed)
  checkPaths(expression, entity)
  return expression
}

const rewriteFilter = (text: string, entity: Entity, computed: Computed): string =>
  orAsIs(text, () => toCondition(readOf(text, entity, computed)))

const rewriteOrderItem = (item: string, entity: Entity, computed: Computed): string => {
  const text = item.trim()
  const direction = /\s(asc|desc)$/i.exec(text)?.[1] ?? ''
  const expression = text.slice(0, text.length - direction.length)
  return `${toOperand(readOf(expression, entity, computed))} ${direction.toLowerCase()}`.trimEnd()
}

const rewriteOrder = (text: string, entity: Entity, computed: Computed): string =>
  orAsIs(text, () => {
    const items: string[] = []
    for (let at = 0; at <= text.length; at = readUntil(text, at, ',') + 1)
      items.push(rewriteOrderItem(text.slice(at, readUntil(text, at, ',')), entity, computed))
    return items.join(',')
  })

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

const rewriteExpand = (text: string, entity: Entity): string =>
  orAsIs(text, () => {
    const items = plainItems(parseExpand(text), entity).map((item): ExpandItem => {
      const target = elementOf(entity, item.path)?._target
      return target && item.options ? { ...item, options: rewriteOptions(item.options, target) } : item
    })
    return printExpand(withSibling(items, entity))
  })

/**
 * Puts query options into the form that CAP's parser understands: `$search` becomes part of `$filter`, arithmetic and
 * `nav/$count` become calls, at the top and inside of `$expand`; what `$compute` names is written out.
 *
 * @param entity - what the options are about
 * @param computed - what `$compute` among them says, which is left out of the result
 * @throws BadRequest for what is not supported or not understood
 */
export function rewriteOptions(
  options: readonly QueryOption[],
  entity: Entity,
  computed: Computed = new Map(),
): QueryOption[] {
  const searches = options.filter(({ name }) => name === '$search')
  if (searches.length > 1) throw new BadRequest('$search must occur only once')
  const search = searches[0] && searchFilter(searches[0].value, entity)
  const rewritten = options.flatMap(({ name, value }): QueryOption[] => {
    if (name === '$search' || (name === '$compute' && computed.size)) return []
    if (name === '$compute') throw new BadRequest('$compute is not supported in $expand')
    if (name === '$orderby') return [{ name, value: rewriteOrder(value, entity, computed) }]
    if (name === '$select') return [{ name, value: rewriteSelect(value, entity, computed) }]
    if (name === '$expand') return [{ name, value: rewriteExpand(value, entity) }]
    if (name !== '$filter') return [{ name, value }]
    const filter = rewriteFilter(value, entity, computed)
    return [{ name, value: search ? `(${filter}) and ${search}` : filter }]
  })
  const hasFilter = options.some(({ name }) => name === '$filter')
  return search && !hasFilter ? [...rewritten, { name: '$filter', value: search }] : rewritten
}
