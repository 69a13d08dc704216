import { elementOf, type Entity, type Operand, type Select } from '../../../cap/csn.ts'
import { BadRequest, placed } from '../../protocol/errors.ts'
import { CDS_TYPES, type EdmType, hasOrder } from '../../meaning/edm.ts'
import { type Expanded, expandedOf } from '../../meaning/expanded.ts'
import { checkSize, joined, type Row, type Typed } from '../../meaning/nodes.ts'
import { resolveCondition, resolveValue } from '../../meaning/resolve.ts'
import type { Names } from '../../meaning/rows.ts'
import { searched } from '../../meaning/search.ts'
import type { Computed, Options, OrderItem } from '../../url/nodes.ts'
import { columnsOf, propertiesOf } from './columns.ts'
import type { Place } from './links.ts'
import { toCondition, toOperand } from './lower.ts'

/** Where options stand: those of the URL, or those of something that is expanded. */
interface Standing {
  readonly entity: Entity
  /** The row of the outermost query, and its place; absent where it is this one. */
  readonly outermost?: Place
  /** How many expands they are in. */
  readonly level?: number
  readonly aliases: Names['aliases']
}

/** Types that are read in another form than the database has: it may know no other truth than 1. */
const READ_APART: ReadonlySet<string> = new Set<EdmType>(['Int64', 'Decimal', 'Boolean', 'Duration', 'DateTimeOffset'])

/** Numbers with more digits than those of JSON, in which what is expanded comes. */
const LONG: ReadonlySet<string> = new Set<EdmType>(['Int64', 'Decimal', 'Duration'])

/**
 * What `$compute` names, and what there was before. Later ones may refer to earlier ones.
 *
 * @throws BadRequest where a name is taken, or stands for what no row has anything to do with
 */
export function compute(items: readonly Computed[], names: Names): ReadonlyMap<string, Typed> {
  const columns = new Map(names.columns)
  for (const { of, name, at } of items) {
    if (columns.has(name) || elementOf(names.here.entity, name))
      throw new BadRequest(`there is a property ${name} already`, undefined, at)
    const typed = placed(at, () => checkSize(resolveValue(of, { ...names, columns })))
    if (typed.kind === 'literal' || !hasOrder(typed.type))
      throw new BadRequest(`${name} is not computed of anything`, undefined, at)
    columns.set(name, typed)
  }
  return columns
}

/** A value that is computed, as a column, which says what it is of where CDS or the database would have it otherwise. */
function columnOf(typed: Typed, name: string, place: Place): Operand {
  const operand = toOperand(typed, place)
  if (operand.ref || !READ_APART.has(typed.type)) return { ...operand, as: name }
  const ofModel = `cds.${CDS_TYPES[typed.type as EdmType]}`
  const type = place.around && LONG.has(typed.type) ? 'cds.String' : ofModel
  const isSaid = type !== ofModel || typed.type === 'Duration'
  return { ...operand, cast: { type }, as: name, ...(isSaid && { '@odata.Type': `Edm.${typed.type}` }) }
}

/**
 * What rows are sorted by.
 *
 * @throws BadRequest for records, collections, streams and what is the same for all rows
 */
export const sortedBy = ({ of }: OrderItem, names: Names): Typed =>
  placed(of.at, () => {
    const typed = checkSize(resolveValue(of, names))
    if (typed.kind === 'literal' || !hasOrder(typed.type)) throw new BadRequest('this is no value to sort by')
    return typed
  })

/** The items of an order; what rows are sorted by a second time changes nothing, and CAP takes it for a mistake. */
function orderOf(items: readonly OrderItem[], names: Names, place: Place): Operand[] {
  const found = new Map<string, Operand>()
  for (const item of items) {
    const operand = placed(item.at, () => toOperand(sortedBy(item, names), place))
    const key = JSON.stringify(operand)
    if (!found.has(key)) found.set(key, { ...operand, ...(item.isDescending && { sort: 'desc' }) })
  }
  return [...found.values()]
}

/** Whether a query tells how many records there are, and none of them. */
const isCount = ({ columns }: Pick<Select, 'columns'>): boolean =>
  columns?.some((column) => column !== '*' && column.as === '$count') === true

/**
 * Puts what options ask for into a query that CAP's parser has made of the rest.
 *
 * @throws BadRequest for names that are unknown, and types that do not fit
 */
export function putOptions(select: Omit<Select, 'from'>, options: Options, standing: Standing): void {
  const { entity, outermost, aliases, level = 0 } = standing
  const row: Row = { name: '$it', entity }
  const bare: Names = { here: row, it: outermost?.row ?? row, variables: [], aliases, columns: new Map() }
  const computed = compute(options.compute ?? [], bare)
  const names: Names = { ...bare, columns: computed }
  const place: Place = outermost ? { row, around: outermost, level } : { row, alias: '$main' }
  const columnPlace: Place = { ...place, isColumn: outermost !== undefined }
  const conditions = [
    ...(options.filter ? [resolveCondition(options.filter, names)] : []),
    ...(options.search ? [searched(options.search, row)] : []),
  ]
  const first = options.filter ?? options.search
  if (first) select.where = placed(first.at, () => toCondition(checkSize(joined('and', conditions)), place))
  if (options.orderby) select.orderBy = orderOf(options.orderby, names, place)
  if (!options.select && !options.expand && !computed.size) return
  const expanded = expandedOf(options.expand ?? [], entity)
  if (isCount(select)) return
  if (select.columns)
    throw new BadRequest('$select and $expand are for records and collections of them', 'NOT_SUPPORTED')
  const items = options.select && propertiesOf(options.select)
  const isAsked = (name: string): boolean => !items || items.some(({ path: [root] }) => root === name || root === '*')
  select.columns = [
    ...columnsOf(
      items?.filter(({ path: [root = ''] }) => !computed.has(root)),
      expanded.map(({ element }) => element.name),
      entity,
    ),
    ...expanded.map((each) => expansion(each, { ...standing, outermost: outermost ?? place, level: level + 1 })),
    ...[...computed].flatMap(([name, typed]) => (isAsked(name) ? [columnOf(typed, name, columnPlace)] : [])),
  ]
}

/** A navigation property as a column, with what is asked of its records. */
function expansion({ element, options }: Expanded, standing: Standing): Operand {
  const nested: Omit<Select, 'from'> = {}
  putOptions(nested, options, { ...standing, entity: element._target })
  const { top, skip, count } = options
  const limit = {
    ...(top !== undefined && { rows: { val: top } }),
    ...(skip !== undefined && { offset: { val: skip } }),
  }
  return {
    ref: [element.name],
    expand: nested.columns ?? ['*'],
    ...(nested.where && { where: nested.where }),
    ...(nested.orderBy && { orderBy: nested.orderBy }),
    ...(Object.keys(limit).length && { limit }),
    ...(count && { count }),
  }
}
