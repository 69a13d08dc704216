import {
  type Column,
  elementOf,
  type Entity,
  expansionOf,
  keysOf,
  type Operand,
  type Select,
  type Token,
} from '../../cap/csn.ts'
import { BadRequest } from '../errors/bad-request.ts'
import { CDS_TYPES, type EdmType } from '../meaning/edm.ts'
import { checkSize, joined, type Row, type Typed } from '../meaning/nodes.ts'
import { resolveCondition, resolveValue } from '../meaning/resolve.ts'
import type { Names } from '../meaning/rows.ts'
import { searched } from '../meaning/search.ts'
import type { Asked } from '../options/divide.ts'
import type { Computed, OrderItem } from '../url/nodes.ts'
import type { Place } from './links.ts'
import { toCondition, toOperand } from './lower.ts'
import { needsName } from './plain.ts'

/** Where options stand: those of the URL, or those of something that is expanded. */
interface Standing {
  readonly entity: Entity
  /** The row of the outermost query, and its place; absent where it is this one. */
  readonly outermost?: Place
  readonly aliases: Names['aliases']
}

/** Types that are read in another form than the database has: it may know no other truth than 1. */
const READ_APART: ReadonlySet<string> = new Set<EdmType>(['Int64', 'Decimal', 'Boolean'])

/**
 * What `$compute` names, and what there was before. Later ones may refer to earlier ones.
 *
 * @throws BadRequest where a name is taken, or stands for what no row has anything to do with
 */
export function compute(items: readonly Computed[], names: Names): ReadonlyMap<string, Typed> {
  const columns = new Map(names.columns)
  for (const { of, name } of items) {
    if (columns.has(name) || elementOf(names.here.entity, name))
      throw new BadRequest(`There is a property ${name} already`)
    const typed = checkSize(resolveValue(of, { ...names, columns }))
    if (typed.kind === 'literal' || typed.kind === 'null' || typed.kind === 'record' || typed.type === 'Untyped')
      throw new BadRequest(`${name} is not computed of anything`)
    columns.set(name, typed)
  }
  return columns
}

/** A value that is computed, as a column. */
function columnOf(typed: Typed, name: string, place: Place): Operand {
  const operand = toOperand(typed, place)
  // What is expanded comes as JSON, which has numbers.
  if (operand.ref || !READ_APART.has(typed.type) || (place.around && typed.type !== 'Boolean'))
    return { ...operand, as: name }
  return { ...operand, cast: { type: `cds.${CDS_TYPES[typed.type as EdmType]}` }, as: name }
}

/** An item of an order. */
export function orderOf({ of, isDescending }: OrderItem, names: Names, place: Place): Operand {
  const typed = checkSize(resolveValue(of, names))
  if (typed.kind === 'record' || typed.kind === 'literal' || typed.kind === 'null')
    throw new BadRequest(`$orderby: what stands at position ${of.at} is no value to sort by`)
  return { ...toOperand(typed, place), ...(isDescending && { sort: 'desc' }) }
}

/** A condition within an expand; a query within it can refer to its rows only where they have a name. */
function nestedCondition(typed: Typed, entity: Entity, place: Place): Token[] {
  if (!needsName(typed)) return toCondition(typed, place)
  const alias = 'row'
  const keys = keysOf(entity).map((name): Operand => ({ ref: [name] }))
  const [key] = keys
  if (!key) throw new BadRequest(`${entity.name} has no key, and its rows cannot be told apart`)
  const select: Select = {
    from: { ref: [entity.name], as: alias, along: [] },
    columns: keys,
    where: toCondition(typed, { ...place, alias }),
  }
  return [keys.length > 1 ? { list: keys } : key, 'in', { SELECT: select }]
}

/**
 * Puts what expressions ask for into a query that CAP's parser has made of the rest, and into its expands.
 *
 * @throws BadRequest for names that are unknown, and types that do not fit
 */
export function putExpressions(
  select: Omit<Select, 'from'>,
  asked: Asked,
  { entity, outermost, aliases }: Standing,
): void {
  const row: Row = { name: '$it', entity }
  const bare: Names = { here: row, it: outermost?.row ?? row, variables: [], aliases, columns: new Map() }
  const columns = compute(asked.compute ?? [], bare)
  const names: Names = { ...bare, columns }
  const place: Place = outermost ? { row, around: outermost } : { row, alias: '$main' }
  const conditions = [
    ...(asked.filter ? [resolveCondition(asked.filter, names)] : []),
    ...(asked.search ? [searched(asked.search, row)] : []),
  ]
  if (conditions.length) {
    const condition = checkSize(joined('and', conditions))
    select.where = outermost ? nestedCondition(condition, entity, place) : toCondition(condition, place)
  }
  if (asked.orderby) select.orderBy = asked.orderby.map((item) => orderOf(item, names, place))
  if (columns.size) addComputed(select, columns, asked, place)
  for (const [name, inner] of asked.expand)
    for (const column of select.columns ?? []) {
      const expansion = expansionOf(column, entity)
      if (!expansion || expansion.element.name !== name) continue
      const expanded = expansion.column as Omit<Select, 'from'> & { expand: Column[] }
      const nested: Omit<Select, 'from'> = { columns: expanded.expand }
      putExpressions(nested, inner, { entity: expansion.target, outermost: outermost ?? place, aliases })
      if (nested.columns) expanded.expand = nested.columns
      if (nested.where) expanded.where = nested.where
      if (nested.orderBy) expanded.orderBy = nested.orderBy
    }
}

/** Adds what `$compute` names to the columns of a query: all of it, or what `$select` asks for. */
function addComputed(
  select: Omit<Select, 'from'>,
  columns: ReadonlyMap<string, Typed>,
  { select: names }: Asked,
  place: Place,
): void {
  if (select.columns?.some((column) => column !== '*' && column.as === '$count')) return
  const list = (select.columns ??= ['*'])
  for (const [name, typed] of columns)
    if (!names || names.includes(name) || names.includes('*')) list.push(columnOf(typed, name, place))
}
