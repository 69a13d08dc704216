import { BadRequest } from '../bad-request.ts'
import type { Entity, Operand, Select, Token } from '../csn.ts'
import { translate, translateOperand } from './translate.ts'

/** What `aggregate` computes, as CAP names it; `$count` is a count. Others would be any function of the database. */
const METHODS: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'average', 'count', 'countdistinct'])

/** CAP puts the aggregate into the condition for its alias. */
const isAggregate = ({ func = '', as, args }: Operand): boolean =>
  METHODS.has(func) && as !== undefined && !(func === 'count' && args?.[0]?.ref)

/**
 * Gives meaning to the functions of one step of `$apply`, in place: conditions on groups, and, but for the innermost
 * step, whose rows are those of the entity, conditions and orders.
 *
 * @param isOuter - of a step whose rows are the result of another one
 * @throws BadRequest for methods and functions that are unknown or of the wrong things
 */
export function translateStep(select: Select, entity: Entity, isOuter: boolean): void {
  const scope = { entity, nested: true }
  const ofGroups = (token: Token): Token[] =>
    typeof token === 'object' && isAggregate(token)
      ? [token]
      : typeof token === 'object' && token.xpr
        ? [{ ...token, xpr: token.xpr.flatMap(ofGroups) }]
        : translate([token], scope)
  for (const column of select.columns ?? [])
    if (column !== '*' && column.func && !METHODS.has(column.func))
      throw new BadRequest(`The method ${column.func} of aggregate is not supported`)
  if (select.having) select.having = select.having.flatMap(ofGroups)
  if (!isOuter) return
  if (select.where) select.where = translate(select.where, scope)
  if (select.orderBy) select.orderBy = select.orderBy.map((item) => translateOperand(item, scope))
}
