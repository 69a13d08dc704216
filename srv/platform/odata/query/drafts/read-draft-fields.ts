import { type Select, type Xpr, nameOf } from '../../../cap/csn.ts'
import { type Rows, selectQuery, toRows, type Transaction, type Interceptor } from '../../../cap/request.ts'
import type { Condition, DraftScope, Side } from './choices.ts'
import { mentionedFields } from './draft-fields.ts'
import { countBothSides, readBothSides } from './read-both-sides.ts'
import { columnOn, readingOf, sidesOf, withReading } from './reading.ts'

/** Whether a condition refers to the row of the outermost query from within another one. */
const mentionsMain = (tokens: Xpr = []): boolean =>
  tokens.some(
    (token) =>
      typeof token === 'object' &&
      (mentionsMain([...(token.args ?? []), ...(token.xpr ?? []), ...(token.list ?? [])]) ||
        mentionsMain(token.SELECT?.where) ||
        token.ref?.some((step, index) =>
          typeof step === 'string' ? index === 0 && step === '$main' : mentionsMain(step.where),
        )),
  )

/** CAP counts by a query around the one that it counts, which is then no longer the outermost: it is counted by itself. */
async function countApart(select: Select, next: () => Promise<unknown>, tx: Transaction): Promise<unknown> {
  const { from, where } = structuredClone({ from: select.from, where: select.where ?? [] })
  const counting: Select = { from, where, columns: [{ func: 'count', as: '$count' }] }
  select.count = false
  const rows = (await next()) as Rows
  select.count = true
  const [row] = toRows(await tx.run(selectQuery(counting)))
  rows.$count = Number(row?.['$count'] ?? 0)
  return rows
}

/** Questions that only make sense across active records and drafts; a filter with one of them ranges over both. */
const ACROSS: readonly string[] = ['IsActiveEntity', 'HasActiveEntity', 'SiblingEntity']

/** The comparisons that a condition asks for all together, within parentheses as well. */
const conjuncts = (where: Xpr): Xpr[] => {
  if (where.includes('or') || where.includes('not')) return []
  const [first, ...rest] = where
  if (typeof first === 'object' && first.xpr) return [...conjuncts(first.xpr), ...conjuncts(rest.slice(1))]
  const end = where.indexOf('and')
  return end < 0 ? [where] : [where.slice(0, end), ...conjuncts(where.slice(end + 1))]
}

/** Filters of Fiori for films that others edit: CAP answers them with the lock and its timeout in view. */
function isFilterByLock(where: Xpr): boolean {
  const asked = conjuncts(where)
  const compares = (path: string, operators: readonly string[], value: unknown): boolean =>
    asked.some(([left, operator, right]) => {
      const isPath = typeof left === 'object' && left.ref?.map(nameOf).join('/') === path
      const isValue = typeof right === 'object' && right.val === value
      return isPath && isValue && typeof operator === 'string' && operators.includes(operator)
    })
  return (
    compares('IsActiveEntity', ['='], true) &&
    compares('SiblingEntity/IsActiveEntity', ['='], null) &&
    compares('DraftAdministrativeData/InProcessByUser', ['=', '!='], '')
  )
}

const isFalse = (condition: Condition): boolean => condition.kind === 'constant' && !condition.value

const isCount = ({ columns }: Select): boolean =>
  columns?.length === 1 && columns[0] !== '*' && columns[0]?.func === 'count'

/** Replaces the parts of a query in place: CAP keeps references to the query it parsed. */
function become(select: Select, { columns, where, orderBy }: Select): void {
  delete select.where
  delete select.orderBy
  Object.assign(select, columns && { columns }, where && { where }, orderBy && { orderBy })
}

/**
 * Answers reads whose filter or order names a draft field truthfully.
 *
 * A filter that asks across active records and drafts (IsActiveEntity, HasActiveEntity, SiblingEntity) ranges over
 * the active records and the drafts of the user; every other filter over the active records, or over what the path
 * leads to.
 */
export const readDraftFields: Interceptor = async (request, next, tx) => {
  const select = request.query?.SELECT
  const entity = request.target
  if (request.protocol !== 'odata' || !select || !entity?.elements) return next()
  if (!select.from.ref) return next()

  const user = request.user.id
  const scope = (side: Side): DraftScope => ({ entity, side, user, alias: '$main' })
  const [main = 'active', other] = sidesOf(select.from.ref)
  const { where } = select
  if (select.one || (where && isFilterByLock(where))) {
    if (select.columns) select.columns = select.columns.map((column) => columnOn(column, scope(main)))
    return next()
  }

  const mentioned = mentionedFields(where ?? [])
  const reading = readingOf(select, scope(main))
  const otherReading =
    other && ACROSS.some((field) => mentioned.has(field)) ? readingOf(select, scope(other)) : undefined
  if (!other || !otherReading || isFalse(otherReading.where)) become(select, withReading(select, reading, main, false))
  else if (isFalse(reading.where)) become(select, withReading(select, otherReading, other, true))
  else {
    const union = { select, entity, user, readings: { active: reading, draft: otherReading } }
    return isCount(select) ? countBothSides(union, tx) : readBothSides(union, tx)
  }
  return select.count && mentionsMain(select.where) ? countApart(select, next, tx) : next()
}
