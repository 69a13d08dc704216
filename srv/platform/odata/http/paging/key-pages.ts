import {
  type Element,
  elementOf,
  type Entity,
  keysOf,
  type Operand,
  type Select,
  type Token,
} from '../../../cap/csn.ts'
import { isOfClient, type Interceptor, isSelected, type Request, type Row, type Rows } from '../../../cap/request.ts'
import { appliedTo } from '../../query/apply/applied.ts'
import { badRequest } from '../../protocol/errors.ts'
import { literalOperand } from '../../query/lower/operands.ts'
import { edmTypeOf, type EdmType, rangeOf } from '../../meaning/edm.ts'
import { literal } from '../../meaning/nodes.ts'
import { GUID, isDate } from '../../protocol/formats.ts'
import { type Mark, type MarkValue, markOf, printMark, rowsAsked } from './pages.ts'

/** One property that decides the order of a collection. */
interface Item {
  readonly element: Element
  readonly type: EdmType
  readonly isDescending: boolean
}

/**
 * Whether what a page tells of a value is the value itself, and the database compares it as it sorts it. Moments have more
 * digits than are told, decimals may have, and texts are sorted by the rules of a language.
 */
const isExact = (type: EdmType | undefined): type is EdmType =>
  type !== undefined && (rangeOf(type) !== undefined || type === 'Guid' || type === 'Date')

const isValueOf = (value: MarkValue, { element, type }: Item): boolean => {
  if (value === null) return element.key !== true
  const text = String(value)
  if (type === 'Guid') return GUID.test(text)
  return type === 'Date' ? isDate(text) : /^-?\d{1,19}$/.test(text)
}

const itemOf = (name: string, entity: Entity, isDescending: boolean): Item | undefined => {
  const element = elementOf(entity, name)
  const type = element && !element.virtual ? edmTypeOf(element) : undefined
  return element && isExact(type) ? { element, type, isDescending } : undefined
}

/** The whole order of a collection, keys at its end; undefined where pages of it are counted from its beginning. */
function orderOf({ query, target }: Request): readonly Item[] | undefined {
  const select: (Select & { recurse?: unknown }) | undefined = query?.SELECT
  if (!select?.from.ref || select.one || select.groupBy || select.recurse || appliedTo(query)) return undefined
  if (!target?.elements || target.drafts || target.isDraft) return undefined
  if (select.columns?.some((column) => column !== '*' && column.as === '$count')) return undefined
  const asked = (select.orderBy ?? []).map(({ ref, sort }): Item | undefined => {
    const [name, ...more] = ref ?? []
    return typeof name === 'string' && !more.length ? itemOf(name, target, sort === 'desc') : undefined
  })
  const keys = keysOf(target)
    .filter((key) => !asked.some((item) => item?.element.name === key))
    .map((key) => itemOf(key, target, false))
  const all = [...asked, ...keys].filter((item) => item !== undefined)
  return all.length && all.length === asked.length + keys.length ? all : undefined
}

const refTo = ({ element }: Item): Operand => ({ ref: [element.name] })

const operand = (value: MarkValue, { element, type }: Item): Operand =>
  literalOperand(literal(type, String(value)), {
    ...{ kind: 'property', row: { name: '' }, path: [element], type, isNullable: true },
  })

const isNull = (item: Item): Token[] => [refTo(item), '=', { val: null }]

/** What comes behind a value: null is the least. */
function behind(item: Item, value: MarkValue): Token[] {
  if (value === null)
    return item.isDescending ? [{ val: true }, '=', { val: false }] : [refTo(item), '!=', { val: null }]
  const compared: Token[] = [refTo(item), item.isDescending ? '<' : '>', operand(value, item)]
  return item.isDescending && !item.element.key ? [...compared, 'or', ...isNull(item)] : compared
}

/** The condition of all rows behind one: each property in turn decides where those before it are the same. */
const behindAll = (order: readonly Item[], after: readonly MarkValue[]): Token[] =>
  order.flatMap((item, index): Token[] => {
    const same = order.slice(0, index).flatMap((before, at): Token[] => {
      const value = after[at] ?? null
      return [...(value === null ? isNull(before) : [refTo(before), '=', operand(value, before)]), 'and']
    })
    return [...(index ? ['or'] : []), { xpr: [...same, { xpr: behind(item, after[index] ?? null) }] }]
  })

/** Reads columns besides. @returns their names, which are not told */
function alsoRead(order: readonly Item[], select: Select): string[] {
  const { columns } = select
  if (!columns || columns.includes('*')) return []
  const names = order.map(({ element }) => element.name)
  const lacking = names.filter((name) => !isSelected(columns, name))
  select.columns = [...columns, ...lacking.map((name): Operand => ({ ref: [name] }))]
  return lacking
}

const notGiven = (): Error => badRequest('INVALID_SKIPTOKEN', 'The $skiptoken is none that this service has given.')

function goOn(select: Select, order: readonly Item[], { after }: Mark): void {
  if (after.length !== order.length || !order.every((item, index) => isValueOf(after[index] ?? null, item)))
    throw notGiven()
  const condition: Token = { xpr: behindAll(order, after) }
  select.where = select.where?.length ? [{ xpr: select.where }, 'and', condition] : [condition]
}

/** The mark of what follows a page, if something is left to ask for. */
function nextOf(rows: Rows, order: readonly Item[], size: number, req: object): Mark | undefined {
  const last = rows.at(-1)
  const top = rowsAsked(req)
  if (!last || rows.length < size || (top !== undefined && top <= size)) return undefined
  const after = order.map(({ element }) => (last[element.name] ?? null) as MarkValue)
  return {
    after,
    ...(top !== undefined && { left: top - size }),
    ...(rows.$count != null && { count: Number(rows.$count) }),
  }
}

/**
 * Has the link to the next page say behind which row it begins, where the order of a collection allows it: rows that come
 * and go meanwhile move no others onto another page, and the database passes over none.
 */
export const keyPages: Interceptor = async (request, next) => {
  const { req, query } = request
  const select = query?.SELECT
  if (!req || !select || !isOfClient(request)) return next()
  const mark = markOf(req)
  const order = orderOf(request)
  if (!order && mark) throw notGiven()
  if (!order) return next()
  if (mark) goOn(select, order, mark)
  if (mark?.count !== undefined) select.count = false
  select.orderBy = order.map((item): Operand => ({ ...refTo(item), sort: item.isDescending ? 'desc' : 'asc' }))
  const hidden = alsoRead(order, select)
  const rows = (await next()) as Rows & { $nextLink?: string }
  if (!Array.isArray(rows)) return rows
  if (mark?.count !== undefined) rows.$count = mark.count
  const following = nextOf(rows, order, select.limit?.rows?.val ?? Infinity, req)
  if (following) rows.$nextLink = printMark(following)
  for (const row of rows as Row[]) for (const name of hidden) Reflect.deleteProperty(row, name)
  return rows
}
