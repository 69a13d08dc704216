/** Queries as a whole, whose parts look at each other: over 200 lines. */
import { checkCondition, checkOrder, comparableKind, type Place, typedKind } from './check-expression.ts'
import { checkGrouped, hasAggregate, isAmong } from './grouping.ts'
import { type Column, Scope, type Source } from './scope.ts'
import {
  type Expression,
  isQuery,
  type Item,
  type JsonColumn,
  type Name,
  type OrderItem,
  type Query,
  type Relation,
  type Select,
  StatementProblem,
} from './syntax.ts'
import { agree, castKind, commonKind, isLarge, type Kind, kindOfType } from './types.ts'

/** Tables and views: null where there is none. @param schema null for the current one. */
export type Catalog = (schema: string | null, table: string) => readonly Column[] | null

/** What a query reads from besides tables, and what is around it. */
interface Around {
  readonly queries: ReadonlyMap<string, readonly Column[]>
  readonly scope: Scope | null
}

const refuse = (what: string): never => {
  throw new StatementProblem(what)
}

/** Holds queries against the rules of SAP HANA's reference: names, kinds, groups, windows and set operations. */
export class QueryCheck {
  readonly #catalog: Catalog
  readonly #isOfCap: boolean

  /** @param isOfCap whose statements need not quote aliases, and leave conversions of texts to SAP HANA */
  constructor(catalog: Catalog, isOfCap = false) {
    this.#catalog = catalog
    this.#isOfCap = isOfCap
  }

  /** @returns the columns that it answers. @throws StatementProblem */
  columnsOf(query: Query, around: Around = { queries: new Map(), scope: null }): readonly Column[] {
    const columns = this.#columnsOf(query, around)
    if (query.asJson === null) return columns
    const nameless = named(columns).some(({ name }) => name === null)
    if (nameless) refuse('a column without a name FOR JSON')
    const wrong = columns.find(({ kind }) => ['largeBytes', 'odd', 'binary'].includes(kind))
    if (wrong) refuse(`${wrong.kind} FOR JSON`)
    return [{ name: null, kind: kindOfType(query.asJson) }]
  }

  #columnsOf(query: Query, { queries: known, scope }: Around): readonly Column[] {
    const queries = new Map(known)
    for (const { name, query: each } of query.queries) {
      if (queries.has(name.text) && !known.has(name.text)) refuse(`two queries are called ${name.text}`)
      queries.set(name.text, named(this.columnsOf(each, { queries, scope })))
    }
    const around = { queries, scope }
    const [first, ...others] = query.selects
    if (!first) return []
    if (others.length === 0 && !isQuery(first)) return this.#select(first, around, query.order)
    const parts = query.selects.map((part) =>
      isQuery(part) ? this.columnsOf(part, around) : this.#select(part, around, []),
    )
    const columns = united(parts, query.operators, this.#isOfCap)
    this.#orderOfUnited(query.order, columns, around)
    return columns
  }

  /** The place of an expression over the rows of one table. */
  placeOf(table: Source): Place {
    return this.#place(new Scope([table], null), { queries: new Map(), scope: null }, false)
  }

  source(path: readonly Name[], alias: Name | null, queries: Around['queries'] = new Map()): Source {
    const [table = '', schema] = path.map(({ text }) => text).reverse()
    const query = schema === undefined ? queries.get(table) : undefined
    const columns =
      query ?? this.#catalog(schema ?? null, table) ?? refuse(`no such table ${path.map(({ text }) => text).join('.')}`)
    return { name: alias?.text ?? table, schema: alias === null ? (schema ?? null) : null, columns }
  }

  #place(scope: Scope, around: Around, isResult: boolean): Place {
    const kindsOf = (query: Query): Kind[] => this.columnsOf(query, { ...around, scope }).map(({ kind }) => kind)
    return { scope, mayAggregate: isResult, mayWindow: isResult, isOfCap: this.#isOfCap, kindsOf }
  }

  #select(select: Select, around: Around, order: readonly OrderItem[]): readonly Column[] {
    const { items, where, group, having, isDistinct } = select
    const scope = new Scope(this.#sources(select.from, around), around.scope)
    const [rows, result] = [this.#place(scope, around, false), this.#place(scope, around, true)]
    this.#joins(select.from, around)
    if (where) checkCondition(where, rows)
    for (const each of group) {
      if (each.node === 'literal' || each.node === 'parameter') refuse('grouped by no column')
      comparableKind(each, rows, 'grouped')
    }
    const columns = items.flatMap((item) => columnsOfItem(item, scope, result))
    if (having) checkCondition(having, { ...result, mayWindow: false })
    const aliases = new Set(items.flatMap((item) => (item.node === 'item' && item.alias ? [item.alias.text] : [])))
    const isPlace = ({ value }: OrderItem): boolean => isOrdinal(value, columns.length) || isAlias(value, aliases)
    const ordered = order.filter((each) => !isPlace(each))
    checkOrder(ordered, result)
    for (const { value } of order) checkOrderedColumn(value, columns)
    const values = items.flatMap((item) => (item.node === 'item' ? [item.value] : []))
    const orders = ordered.map(({ value }) => value)
    if (group.length > 0 || having || [...values, ...orders].some(hasAggregate)) {
      if (items.some(({ node }) => node === 'star')) refuse('all columns of groups')
      checkGrouped([...values, ...(having ? [having] : []), ...orders], group, scope)
    }
    if (isDistinct) checkDistinct(columns, items, values, orders, scope)
    return columns
  }

  #sources(relation: Relation, around: Around): readonly Source[] {
    switch (relation.node) {
      case 'join':
        return [...this.#sources(relation.left, around), ...this.#sources(relation.right, around)]
      case 'derived': {
        // It sees nothing of what stands beside it.
        const columns = named(this.columnsOf(relation.query, { ...around, scope: null }))
        return [{ name: relation.alias?.text ?? null, schema: null, columns }]
      }
      case 'json':
        return [this.#rowsOfJson(relation, around)]
      case 'table':
        return [this.source(relation.path, relation.alias, around.queries)]
    }
  }

  /** The context is a text, or a column of a table that need not be among the relations. */
  #rowsOfJson({ context, columns, alias }: Extract<Relation, { node: 'json' }>, around: Around): Source {
    if (context.node === 'column' && context.path.length > 1) {
      const scope = new Scope([this.source(context.path.slice(0, -1), null, around.queries)], null)
      if (!['text', 'large', 'unknown'].includes(scope.find(context.path).kind)) refuse('JSON_TABLE of no text')
    } else if (context.node !== 'parameter' && (context.node !== 'literal' || context.kind !== 'text'))
      refuse('JSON_TABLE of no text')
    const kindOf = ({ type, sizes }: JsonColumn): Kind =>
      type === null ? 'number' : (jsonKind(type, sizes) ?? refuse(`a column of JSON_TABLE of the type ${type}`))
    const found = columns.map((each) => ({ name: each.name.text, kind: kindOf(each) }))
    return { name: alias?.text ?? null, schema: null, columns: named(found) }
  }

  /** A condition sees what is joined by it, and nothing that is joined later. */
  #joins(relation: Relation, around: Around): void {
    if (relation.node !== 'join') return
    this.#joins(relation.left, around)
    this.#joins(relation.right, around)
    if (!relation.on) return
    const scope = new Scope(this.#sources(relation, around), around.scope)
    checkCondition(relation.on, this.#place(scope, around, false))
  }

  #orderOfUnited(order: readonly OrderItem[], columns: readonly Column[], around: Around): void {
    const place = this.#place(new Scope([{ name: null, schema: null, columns }], null), around, false)
    for (const { value } of order) {
      if (isOrdinal(value, columns.length)) checkOrderedColumn(value, columns)
      else if (value.node === 'column' && value.path.length === 1) comparableKind(value, place, 'ordered')
      else refuse('united rows ordered by more than a column')
    }
  }
}

/** Texts may be longer than those of tables. */
const jsonKind = (type: string, sizes: readonly number[]): Kind | null =>
  ['VARCHAR', 'NVARCHAR'].includes(type) && sizes.length === 1 && (sizes[0] ?? 0) > 0 ? 'text' : castKind(type, sizes)

/** As the columns of a relation, whose names tell them apart. */
const named = (columns: readonly Column[]): readonly Column[] => {
  const names = columns.map(({ name }) => name).filter((name) => name !== null)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? columns : refuse(`two columns are called ${twice}`)
}

const columnsOfItem = (item: Item, scope: Scope, place: Place): readonly Column[] => {
  if (item.node === 'star') {
    const of = scope.sources.filter(({ name }) => item.of === null || name === item.of.text)
    return of.length === 0 ? refuse(`no relation ${item.of?.text ?? ''}`) : of.flatMap(({ columns }) => columns)
  }
  const { value, alias } = item
  if (alias?.isFolded && !place.isOfCap) refuse(`the alias of a column is not quoted, and comes back as ${alias.text}`)
  const own = value.node === 'column' ? (value.path.at(-1)?.text ?? null) : null
  // On CAP's word a parameter that is selected is a text.
  const kind = place.isOfCap && value.node === 'parameter' ? 'text' : typedKind(value, place)
  return [{ name: alias?.text ?? own, kind }]
}

const isOrdinal = (value: Expression, columns: number): boolean => {
  if (value.node !== 'literal') return false
  const place = Number(value.text)
  if (value.kind !== 'number' || !Number.isInteger(place) || place < 1 || place > columns)
    refuse('ordered by no column')
  return true
}

const isAlias = (value: Expression, aliases: ReadonlySet<string>): boolean =>
  value.node === 'column' && value.path.length === 1 && aliases.has(value.path[0]?.text ?? '')

/** Of what is ordered by a column's number or new name. */
const checkOrderedColumn = (value: Expression, columns: readonly Column[]): void => {
  const name = value.node === 'column' && value.path.length === 1 ? value.path[0]?.text : undefined
  const column = value.node === 'literal' ? columns[Number(value.text) - 1] : columns.find((each) => each.name === name)
  if (name === undefined && value.node !== 'literal') return
  if (column && isLarge(column.kind)) refuse(`the large object ${column.name ?? ''} is ordered`)
}

const checkDistinct = (
  columns: readonly Column[],
  items: readonly Item[],
  values: readonly Expression[],
  orders: readonly Expression[],
  scope: Scope,
): void => {
  const large = columns.find(({ kind }) => isLarge(kind))
  if (large) refuse(`the large object ${large.name ?? ''} is made distinct`)
  const hasAll = items.some(({ node }) => node === 'star')
  if (!hasAll && !orders.every((each) => isAmong(each, values, scope)))
    refuse('distinct rows ordered by something that is not selected')
}

const united = (
  parts: readonly (readonly Column[])[],
  operators: readonly string[],
  isOfCap: boolean,
): readonly Column[] => {
  const [first = [], ...others] = parts
  for (const [index, other] of others.entries()) {
    const operator = operators[index] ?? ''
    if (other.length !== first.length)
      refuse(`${operator} of ${String(first.length)} and ${String(other.length)} columns`)
    const large = operator !== 'UNION ALL' && [...first, ...other].find(({ kind }) => isLarge(kind))
    if (large) refuse(`the large object ${large.name ?? ''} in ${operator}`)
  }
  return first.map(({ name }, at) => {
    const found = parts.map((columns) => columns[at]?.kind ?? 'unknown')
    // CAP leaves it to SAP HANA to make large texts of others.
    const isLargeText = isOfCap && found.includes('large')
    const kinds = isLargeText ? found.map((each) => (each === 'text' ? 'large' : each)) : found
    const kind = commonKind(kinds)
    const wrong = kinds.find((each) => !agree(each, kind))
    return wrong === undefined ? { name, kind } : refuse(`${kind} and ${wrong} in one column of united rows`)
  })
}
