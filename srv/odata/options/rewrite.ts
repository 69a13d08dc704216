import type { Entity } from '../csn.ts'
import { elementOf } from '../csn.ts'
import { BadRequest } from '../bad-request.ts'
import { parseSearch, SearchSyntaxError } from '../search/expression.ts'
import { searchablePaths } from '../search/searchable.ts'
import { toFilter } from '../search/to-filter.ts'
import { aliasesOf, lowerGuidList } from './aliases.ts'
import { toCondition, toOperand } from './dialect.ts'
import { ExpandSyntaxError, parseExpand, printExpand, readUntil } from './expand.ts'
import type { ExpandItem } from './expand.ts'
import { ExpressionSyntaxError, ExpressionTooDeep, parseExpression } from './expression.ts'
import type { Expression } from './expression.ts'
import { heightOf } from './height.ts'
import type { Names } from './names.ts'
import type { QueryOption } from './query-string.ts'
import { typedCondition, typedValue } from './typed.ts'

/** Levels of an expression: the limit for all, whatever a configuration allows. */
const HIGHEST = 60

const tooDeep = (): BadRequest => new BadRequest('The expression nests too deeply.', 'EXPRESSION_TOO_DEEP')

/** An `$expand` that this folder cannot read stays as it is: CAP's parser then gives the error. */
function orAsIs(text: string, rewrite: (text: string) => string): string {
  try {
    return rewrite(text)
  } catch (error) {
    if (error instanceof ExpandSyntaxError) return text
    throw error
  }
}

/**
 * Reads an expression, of which nothing is left to CAP's parser: it does not check types. Chains count as well, which
 * the parser reads one link after the other.
 */
function readExpression(text: string, option: string): Expression {
  try {
    const expression = parseExpression(text)
    if (heightOf(expression) > HIGHEST) throw tooDeep()
    return expression
  } catch (error) {
    if (error instanceof ExpressionTooDeep) throw tooDeep()
    if (error instanceof ExpressionSyntaxError) throw new BadRequest(`${option}: ${error.message}`)
    throw error
  }
}

const rewriteFilter = (text: string, names: Names): string =>
  toCondition(typedCondition(readExpression(text, '$filter'), names))

const rewriteOrderItem = (item: string, names: Names): string => {
  const text = item.trim()
  const direction = /\s(asc|desc)$/i.exec(text)?.[1] ?? ''
  const { type, expression } = typedValue(
    readExpression(text.slice(0, text.length - direction.length), '$orderby'),
    names,
  )
  if (type === 'record' || type === 'records') throw new BadRequest(`$orderby: ${text} is no value to sort by`)
  return `${toOperand(expression)} ${direction.toLowerCase()}`.trimEnd()
}

const rewriteOrder = (text: string, names: Names): string => {
  const items: string[] = []
  for (let at = 0; at <= text.length; at = readUntil(text, at, ',') + 1)
    items.push(rewriteOrderItem(text.slice(at, readUntil(text, at, ',')), names))
  return items.join(',')
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
    const items = parseExpand(text).map((item): ExpandItem => {
      const target = elementOf(entity, item.path)?._target
      return target && item.options ? { ...item, options: rewriteOptions(item.options, target, aliases) } : item
    })
    return printExpand(withSibling(items, entity))
  })

/**
 * Puts query options into the form that CAP's parser understands: `$search` becomes part of `$filter`, arithmetic and
 * `nav/$count` become calls, at the top and inside of `$expand`.
 *
 * @param entity - what the options are about
 * @param aliases - what the aliases of the whole query stand for
 * @throws BadRequest for what is not supported or not understood
 */
export function rewriteOptions(
  options: readonly QueryOption[],
  entity: Entity,
  aliases = aliasesOf(options),
): QueryOption[] {
  const names: Names = { entity, aliases, variables: [] }
  const isSearchInApply = ({ name, value }: QueryOption): boolean =>
    name === '$apply' && /\bsearch\s*\(/.test(value.replace(/'(?:[^']|'')*'/g, "''"))
  if (options.some(isSearchInApply)) throw new BadRequest('search is not supported in $apply: use $search')
  const searches = options.filter(({ name }) => name === '$search')
  if (searches.length > 1) throw new BadRequest('$search must occur only once')
  const search = searches[0] && searchFilter(searches[0].value, entity)
  const rewritten = options.flatMap(({ name, value }): QueryOption[] => {
    if (name === '$search') return []
    if (name === '$orderby') return [{ name, value: rewriteOrder(value, names) }]
    if (name === '$expand') return [{ name, value: rewriteExpand(value, entity, aliases) }]
    if (name.startsWith('@')) return [{ name, value: lowerGuidList(value) }]
    if (name !== '$filter') return [{ name, value }]
    const filter = rewriteFilter(value, names)
    return [{ name, value: search ? `(${filter}) and ${search}` : filter }]
  })
  const hasFilter = options.some(({ name }) => name === '$filter')
  return search && !hasFilter ? [...rewritten, { name: '$filter', value: search }] : rewritten
}
