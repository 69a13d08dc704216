/** Rows behind links, and the queries that find them, know each other: over 200 lines. */
import { partsOf, type Typed, type Row, type ToRecord, type Way } from '../../meaning/nodes.ts'
import {
  type Element,
  elementOf,
  type Entity,
  keysOf,
  type Operand,
  type Select,
  type Token,
} from '../../../cap/csn.ts'
import { BadRequest } from '../../protocol/errors.ts'

const some = (typed: Typed, test: (part: Typed) => boolean): boolean =>
  test(typed) || partsOf(typed).some((part) => some(part, test))

/** Whether rows behind links can be told from by themselves: by their own properties. */
export const isPlain = ({ of, each }: Typed & { readonly kind: 'any' | 'all' }): boolean =>
  !of ||
  !some(of, (part) => {
    if (part.kind === 'property' || part.kind === 'record') return part.row !== each || part.path.length > 1
    return part.kind === 'any' || part.kind === 'all' || part.kind === 'count' || part.kind === 'item'
  })

/** Whether queries within have to refer to the rows that an expression is about. Values are no rows of a query. */
const needsName = (typed: Typed): boolean =>
  some(typed, (part) => {
    if (part.kind !== 'any' && part.kind !== 'all' && part.kind !== 'count') return false
    if (part.each.value) return part.of !== undefined && needsName(part.of)
    return part.kind === 'count' || !isPlain(part)
  })

/** A query and those around it: whose rows an expression can refer to, and how. */
export interface Place {
  readonly row: Row
  /** What the query calls its rows; without it no query within can refer to them. */
  readonly alias?: string
  readonly around?: Place
  /** How many expands it is in: CAP takes names of queries around for those of the query itself. */
  readonly level?: number
  /** Whether it is that of a column within an expand, where CAP finds the rows around in no other way than by a query. */
  readonly isColumn?: boolean
  /** Further rows, by the ways that lead from the row to them. */
  readonly joined?: ReadonlyMap<Row, Way>
  /** Collections of values that are looked into, by what SQL calls each of them. */
  readonly values?: ReadonlyMap<Row, string>
}

/** The key of a link among the properties beside it, where there is such a property: `homeworld_ID` for `homeworld/ID`. */
function ownKey(link: Element | undefined, key: Element, owner: Entity | undefined): string | undefined {
  const isKey = link?.keys?.some(({ ref }) => ref.length === 1 && ref[0] === key.name)
  const name = `${link?.name ?? ''}_${key.name}`
  return isKey && elementOf(owner, name) ? name : undefined
}

const placeOf = (row: Row, place: Place): Place => {
  for (let at: Place | undefined = place; at; at = at.around) if (at.row === row) return at
  throw new BadRequest(`${row.name || 'A row'} cannot be referred to here`)
}

/** The same way from a row that a query reads. */
const fromRow = (way: Way, place: Place): Way => {
  for (let at: Place | undefined = place; at; at = at.around) {
    const before = at.joined?.get(way.row)
    if (before) return fromRow({ row: before.row, path: [...before.path, ...way.path] }, place)
  }
  return way
}

const aliasOf = ({ alias }: Place): string => {
  if (alias === undefined) throw new BadRequest('Counts of links are no values to compute or sort by in $expand')
  return alias
}

const depthOf = (place: Place): number => (place.around ? depthOf(place.around) + 1 : 0)

/** A query within the one at a place; what it calls its rows is the same each time, so that databases know the statement. */
export const within = (around: Place, row: Row): Place => {
  const { level = 0 } = around
  return { row, alias: aliasAt(level, depthOf(around) + 1, row), around, level }
}

/** Queries beside each other have names of their own where they are of different entities: CAP takes those for the same. */
const aliasAt = (level: number, depth: number, { entity }: Row): string => {
  const kind = entity ? `_${entity.name.replace(/^.*\./, '').replace(/\W/g, '_').slice(0, 30)}` : ''
  return level > 1 ? `row${level}_${depth}${kind}` : `row${depth}${kind}`
}

/** What a path from a row leads to, as an operand of the query at a place. */
export function refTo(way: Way, place: Place): Operand {
  const { row, path } = fromRow(way, place)
  const names = path.map(({ name }) => name)
  const found = placeOf(row, place)
  if (found === place) return { ref: names }
  const [link, next, ...rest] = path
  if (link?.virtual) throw new BadRequest(`${names.join('/')} is not supported in any, all and counts of others`)
  const alias = aliasOf(found)
  if (place.isColumn) return { SELECT: again(way, place, alias) }
  if (!next) return { ref: [alias, ...names] }
  const key = rest.length ? undefined : ownKey(link, next, row.entity)
  if (key !== undefined) return { ref: [alias, key] }
  if (!link?._target) return { ref: [alias, ...names] }
  // No query joins what belongs to another one around it.
  const each: Row = { name: link.name, entity: link._target }
  const inner = within(place, each)
  return { SELECT: linked({ row, path: [link] }, inner, [refTo({ row: each, path: path.slice(1) }, inner)]) }
}

/** What a path from a row around leads to, as a query that reads that row once more. */
function again({ row, path }: Way, place: Place, alias: string): Select {
  const copy: Row = { ...row }
  const inner = within(place, copy)
  const same = (row.entity ? keysOf(row.entity) : []).map((name): Token[] => [
    { ref: [name] },
    '=',
    { ref: [alias, name] },
  ])
  return {
    from: { ref: [row.entity?.name ?? ''], as: inner.alias, along: [alias] },
    columns: [refTo({ row: copy, path }, inner)],
    where: same.flatMap((tokens, index) => [...(index ? ['and'] : []), ...tokens]),
  }
}

/** The way back, where three tokens of the condition of a link compare it with the record itself. */
const backOf = (tokens: readonly Token[], at: number): Operand | undefined => {
  const [left, equals, right] = tokens.slice(at, at + 3)
  if (typeof left !== 'object' || equals !== '=' || typeof right !== 'object') return undefined
  if (right.ref?.[0] === '$self' && right.ref.length === 1) return left
  return left.ref?.[0] === '$self' && left.ref.length === 1 ? right : undefined
}

/** The condition under which a record is the target of a link, by what is at either end of it. */
function condition(link: Element, target: Entity | undefined, here: Refer, there: Refer): Token[] {
  if (link.keys)
    return link.keys.flatMap(({ ref }, index): Token[] => [
      ...(index ? ['and'] : []),
      there(ref),
      '=',
      here([`${link.name}_${ref.join('_')}`]),
    ])
  const on = link.on ?? []
  const tokens: Token[] = []
  for (let at = 0; at < on.length; at++) {
    const token = on[at] as Token
    const way = backOf(on, at)?.ref
    const name = way?.[0] === link.name ? way[1] : undefined
    const back = typeof name === 'string' ? elementOf(target, name) : undefined
    if (back) {
      tokens.push({ xpr: condition(back, back._target, there, here) })
      at += 2
    } else if (typeof token === 'object' && token.xpr)
      tokens.push({ xpr: condition({ ...link, on: token.xpr }, target, here, there) })
    else if (typeof token === 'object' && token.ref)
      tokens.push(
        token.ref[0] === link.name ? there(token.ref.slice(1) as string[]) : here(token.ref as readonly string[]),
      )
    else tokens.push(token)
  }
  return tokens
}

type Refer = (ref: readonly string[]) => Operand

/** The elements that names lead along; the columns of keys may be in the database alone. */
const elementsAlong = (names: readonly string[], owner: Entity | undefined): Element[] => {
  let at = owner
  return names.map((name) => {
    const element = elementOf(at, name)
    at = element?._target
    return element ?? { name, type: '' }
  })
}

/**
 * The records that a way leads to, as a query whose rows are those of a place.
 *
 * @param where a condition besides.
 * @throws BadRequest where the row that the way begins at cannot be referred to.
 */
export function linked(way: Way, place: Place, columns: Operand[], where: readonly Token[] = []): Select {
  const { row, path } = fromRow(way, place)
  const owners = path.slice(0, -1)
  const link = path.at(-1)
  if (!link?._target || place.alias === undefined) throw new BadRequest('There is no such link')
  const owner = owners.at(-1)?._target ?? row.entity
  const here: Refer = (names) => refTo({ row, path: [...owners, ...elementsAlong(names, owner)] }, place)
  const there: Refer = (names) => ({ ref: [...names] })
  const along = [aliasOf(placeOf(row, place)), ...path.map(({ name }) => name)]
  return {
    from: { ref: [link._target.name], as: place.alias, along },
    columns,
    where: [...condition(link, link._target, here, there), ...(where.length ? ['and', { xpr: [...where] }] : [])],
  }
}

const JOINTS: ReadonlySet<Typed['kind']> = new Set(['and', 'or', 'not'])

/** Whether a condition refers to rows within an expand, which have no name for queries within it. */
export const lacksName = (typed: Typed, { around, alias }: Place): boolean =>
  around !== undefined && alias === undefined && !JOINTS.has(typed.kind) && needsName(typed)

/** A condition that rows fulfil by their key, which a query of its own finds. */
export function byKey(place: Place, where: (named: Place) => Token[]): Token[] {
  const { entity } = place.row
  const keys = entity ? keysOf(entity).map((name): Operand => ({ ref: [name] })) : []
  const [key] = keys
  if (!entity || !key) throw new BadRequest(`Rows of ${entity?.name ?? 'values'} have no key to tell them apart`)
  const alias = aliasAt(place.level ?? 0, 0, place.row)
  const named: Place = { ...place, alias, isColumn: false }
  const SELECT: Select = {
    from: { ref: [entity.name], as: alias, along: [] },
    columns: keys,
    where: where(named),
  }
  return [keys.length > 1 ? { list: keys } : key, 'in', { SELECT }]
}

/** A record is there where its key is. */
export function recordOperand(typed: ToRecord, place: Place): Operand {
  const last = typed.path.at(-1)
  const key =
    last?.keys?.[0]?.ref ??
    Object.values(last?._target?.keys ?? {}).find((each) => !each.virtual && !each._target)?.name
  const elements = last?._target?.elements
  const name = typeof key === 'string' ? key : key?.[0]
  const element = name === undefined ? undefined : elements?.[name]
  return refTo({ row: typed.row, path: element ? [...typed.path, element] : typed.path }, place)
}
