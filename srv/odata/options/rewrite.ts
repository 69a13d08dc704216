import type { Entity } from '../csn.ts'
import { elementOf } from '../csn.ts'
import { BadRequest } from '../bad-request.ts'
import { parseSearch, SearchSyntaxError } from '../search/expression.ts'
import { searchablePaths } from '../search/searchable.ts'
import { toFilter } from '../search/to-filter.ts'
import { toCondition, toOperand } from './dialect.ts'
import { ExpandSyntaxError, parseExpand, printExpand, readUntil } from './expand.ts'
import type { ExpandItem } from './expand.ts'
import { ExpressionSyntaxError, ExpressionTooDeep, parseExpression } from './expression.ts'
import type { Expression } from './expression.ts'
import { heightOf } from './height.ts'
import { checkOptionsOfOne } from './to-one.ts'
import type { QueryOption } from './query-string.ts'

/** Levels of an expression: the limit for all, whatever a configuration allows. */
const HIGHEST = 60

const tooDeep = (): BadRequest => new BadRequest('The expression nests too deeply.', 'EXPRESSION_TOO_DEEP')

/** Text that this folder cannot read stays as it is: CAP's parser then gives the answer or the error. */
function orAsIs(text: string, rewrite: (text: string) => string): string {
  try {
    return rewrite(text)
  } catch (error) {
    if (error instanceof ExpressionTooDeep) throw tooDeep()
    if (error instanceof ExpressionSyntaxError || error instanceof ExpandSyntaxError) return text
    throw error
  }
}

/** Chains count as well, which the parser reads one link after the other. */
const readExpression = (text: string): Expression => {
  const expression = parseExpression(text)
  if (heightOf(expression) > HIGHEST) throw tooDeep()
  return expression
}

const rewriteFilter = (text: string): string => orAsIs(text, () => toCondition(readExpression(text)))

const rewriteOrderItem = (item: string): string => {
  const text = item.trim()
  const direction = /\s(asc|desc)$/i.exec(text)?.[1] ?? ''
  const expression = text.slice(0, text.length - direction.length)
  return `${toOperand(readExpression(expression))} ${direction.toLowerCase()}`.trimEnd()
}

const rewriteOrder = (text: string): string =>
  orAsIs(text, () => {
    const items: string[] = []
    for (let at = 0; at <= text.length; at = readUntil(text, at, ',') + 1)
      items.push(rewriteOrderItem(text.slice(at, readUntil(text, at, ','))))
    return items.join(',')
  })

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
    const items = parseExpand(text).map((item): ExpandItem => {
      const element = elementOf(entity, item.path)
      const target = element?._target
      if (target && item.options) checkOptionsOfOne(element, item.options)
      return target && item.options ? { ...item, options: rewriteOptions(item.options, target) } : item
    })
    return printExpand(withSibling(items, entity))
  })

/**
 * Puts query options into the form that CAP's parser understands: `$search` becomes part of `$filter`, arithmetic and
 * `nav/$count` become calls, at the top and inside of `$expand`.
 *
 * @param entity - what the options are about
 * @throws BadRequest for what is not supported or not understood
 */
export function rewriteOptions(options: readonly QueryOption[], entity: Entity): QueryOption[] {
  const isSearchInApply = ({ name, value }: QueryOption): boolean =>
    name === '$apply' && /\bsearch\s*\(/.test(value.replace(/'(?:[^']|'')*'/g, "''"))
  if (options.some(isSearchInApply)) throw new BadRequest('search is not supported in $apply: use $search')
  const searches = options.filter(({ name }) => name === '$search')
  if (searches.length > 1) throw new BadRequest('$search must occur only once')
  const search = searches[0] && searchFilter(searches[0].value, entity)
  const rewritten = options.flatMap(({ name, value }): QueryOption[] => {
    if (name === '$search') return []
    if (name === '$orderby') return [{ name, value: rewriteOrder(value) }]
    if (name === '$expand') return [{ name, value: rewriteExpand(value, entity) }]
    if (name !== '$filter') return [{ name, value }]
    const filter = rewriteFilter(value)
    return [{ name, value: search ? `(${filter}) and ${search}` : filter }]
  })
  const hasFilter = options.some(({ name }) => name === '$filter')
  return search && !hasFilter ? [...rewritten, { name: '$filter', value: search }] : rewritten
}
