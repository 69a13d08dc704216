/** A token of an expression in CQN: an operator, a reference, a value, a query or a list of tokens. */
export type Token = string | Operand

export interface Operand {
  readonly ref?: readonly (string | object)[]
  readonly val?: unknown
  readonly xpr?: readonly Token[]
  readonly SELECT?: Select
  /** In the model. */
  readonly element?: { readonly key?: boolean; readonly '@odata.foreignKey4'?: string }
}

export interface Select {
  readonly from: From
  readonly where?: readonly Token[]
  readonly columns?: readonly Operand[]
  readonly limit?: { readonly rows: Operand; readonly offset?: Operand }
}

interface From {
  readonly ref?: readonly (string | object)[]
  readonly as?: string
  readonly join?: string
  readonly args?: readonly From[]
  readonly on?: readonly Token[]
}

type Path = readonly [alias: string, column: string]
type Conjunct = readonly Token[]

const PLAIN = ['from', 'where', 'columns']
/** What a condition holds besides conditions that all have to be met. */
const NOT_ALL = /^(or|between|case|when|then|else|end)$/i

/** The most rows that have a value for which all their partners are looked for at once. */
const FEW = 10_000

/**
 * The condition that CAP writes as `exists`, as `in` where that lets SQLite begin with the partners: it looks for those of
 * each row in turn otherwise, of a million rows where one is asked for by its key. Where many may have the value, SQLite
 * finds out first, and looks for the partners of each row if they do: some of these are soon found. All forms are true
 * for the same rows, and never null.
 *
 * @returns undefined where `exists` is to stay.
 */
export const semiJoin = (select: Select): Operand | undefined => {
  const lean = withoutJoins(select)
  if (!lean) return undefined
  const { from, where } = lean
  const own = from.as ?? ''
  const ties = where.flatMap((conjunct) => tieOf(conjunct, own) ?? [])
  const rest = where.filter((conjunct) => !tieOf(conjunct, own))
  const [tie] = ties
  const isSought = ties.length === 1 && rest.some(looksForValue) && rest.every((each) => isOnly(each, own))
  if (!tie || !isSought) return lean.from === select.from ? undefined : { xpr: ['exists', { SELECT: asSelect(lean) }] }
  const inside = tie.inside
  const partners = { from, columns: [inside], where: conjunction([...rest, [inside, 'is', 'not', 'null']]) }
  const fromPartners = [tie.outside, 'in', { SELECT: partners }, 'and', tie.outside, 'is', 'not', 'null']
  if (rest.some(looksForKey)) return { xpr: fromPartners }
  const areMany = (): Token[] => ['exists', { SELECT: beyondFew({ from, where: rest }) }]
  const ofEachRow = ['exists', { SELECT: asProbe(lean) }]
  return { xpr: ['not', ...areMany(), 'and', ...fromPartners, 'or', ...areMany(), 'and', ...ofEachRow] }
}

interface Lean {
  readonly from: From
  readonly where: readonly Conjunct[]
}

const asSelect = ({ from, where }: Lean): Select => ({ from, columns: [{ val: 1 }], where: conjunction(where) })

/** The row after the few that have the value that is looked for. */
const beyondFew = ({ from, where }: Lean): Select => {
  const sought = where.find(looksForValue)
  const inner = innerOf(sought ?? [])
  if (inner && !where.some((conjunct) => looksForValue(conjunct) && !innerOf(conjunct))) return beyondFew(inner)
  const own = where.filter((conjunct) => !innerOf(conjunct))
  return { ...asSelect({ from, where: own }), limit: { rows: { val: 1 }, offset: { val: FEW } } }
}

/** The partners of one row; the limit, besides saying so, keeps it from being written anew. */
const asProbe = ({ from, where }: Lean): Select => {
  const each = where.map((conjunct): Conjunct => {
    const inner = innerOf(conjunct)
    if (!inner) return conjunct
    const tie = [inner.inside, '=', conjunct[0] as Operand]
    return ['exists', { SELECT: asProbe({ from: inner.from, where: [tie, ...inner.where] }) }]
  })
  return { ...asSelect({ from, where: each }), limit: { rows: { val: 1 } } }
}

/** What a condition says of the rows of another table, by their key. */
const innerOf = ([, operator, right]: Conjunct): (Lean & { inside: Operand }) | undefined => {
  const { from, where = [], columns: [inside] = [] } = (operator === 'in' && (right as Operand).SELECT) || {}
  const conjuncts = conjunctsOf(where)
  return from?.ref && inside && conjuncts ? { from, where: conjuncts, inside } : undefined
}

/** Tables that are joined by their key, and that conditions are about, become conditions on the key. */
const withoutJoins = (select: Select): Lean | undefined => {
  if (Object.keys(select).some((name) => !PLAIN.includes(name))) return undefined
  let where = conjunctsOf(select.where ?? [])
  let { from } = select
  while (where && from.join === 'inner') {
    const [left, right] = from.args ?? []
    const own = right?.as
    const tie = own === undefined ? undefined : tieOf(from.on ?? [], own)
    if (!left || !right?.ref || own === undefined || !tie) return undefined
    const about = where.filter((conjunct) => aliasesIn(conjunct).has(own))
    if (about.length === 0 || !about.every((conjunct) => isOnly(conjunct, own))) return undefined
    const SELECT = { from: right, columns: [tie.inside], where: conjunction(about) }
    where = [...where.filter((conjunct) => !about.includes(conjunct)), [tie.outside, 'in', { SELECT }]]
    from = left
  }
  return where && from.ref && from.as !== undefined ? { from, where } : undefined
}

/** @returns undefined where they are not all to be met. */
const conjunctsOf = (where: readonly Token[]): Conjunct[] | undefined => {
  if (where.some((token) => typeof token === 'string' && NOT_ALL.test(token))) return undefined
  const isAnd = (token: Token): boolean => typeof token === 'string' && token.toLowerCase() === 'and'
  const ends = [...where.flatMap((token, index) => (isAnd(token) ? [index] : [])), where.length]
  return ends.map((end, index) => where.slice((ends[index - 1] ?? -1) + 1, end))
}

const conjunction = (conjuncts: readonly Conjunct[]): Token[] =>
  conjuncts.flatMap((conjunct, index) => (index === 0 ? conjunct : ['and', ...conjunct]))

const pathOf = (token: Token | undefined): Path | undefined => {
  const [alias, column, ...rest] = (typeof token === 'object' && token.ref) || []
  return typeof alias === 'string' && typeof column === 'string' && rest.length === 0 ? [alias, column] : undefined
}

/** The two sides of a condition that ties a table to another one. */
const tieOf = (conjunct: Conjunct, own: string): { inside: Operand; outside: Operand } | undefined => {
  const [left, operator, right, ...rest] = conjunct
  const [a, b] = [pathOf(left), pathOf(right)]
  if (!a || !b || operator !== '=' || rest.length > 0 || (a[0] === own) === (b[0] === own)) return undefined
  const [inside, outside] = a[0] === own ? [left, right] : [right, left]
  return { inside: inside as Operand, outside: outside as Operand }
}

/** Whether a condition holds for few rows, as far as one can tell: those that have a value. */
const looksForValue = (conjunct: Conjunct): boolean => {
  const [left, operator, right, ...rest] = conjunct
  if (rest.length > 0 || typeof right !== 'object') return false
  if (operator === 'in' && right.SELECT) return conjunctsOf(right.SELECT.where ?? [])?.some(looksForValue) ?? false
  const isValue = (token: Token | undefined): boolean =>
    typeof token === 'object' && token.val !== undefined && token.val !== null && typeof token.val !== 'boolean'
  return operator === '=' && ((!!pathOf(left) && isValue(right)) || (isValue(left) && !!pathOf(right)))
}

/** Whether the value that a condition looks for is a key of the rows, or of what few of them belong to. */
const looksForKey = (conjunct: Conjunct): boolean => {
  if (!looksForValue(conjunct)) return false
  const inner = innerOf(conjunct)
  if (inner) return inner.where.some(looksForKey)
  return conjunct.some((token) => {
    const { element } = typeof token === 'object' ? token : {}
    return element?.key === true || element?.['@odata.foreignKey4'] !== undefined
  })
}

const isOnly = (conjunct: Conjunct, own: string): boolean => [...aliasesIn(conjunct)].every((alias) => alias === own)

/** The tables that a condition is about, those of its own queries left out. A path without a table counts as one of its own. */
const aliasesIn = (part: unknown): Set<unknown> => {
  if (typeof part !== 'object' || part === null) return new Set()
  const { ref } = part as Operand
  if (ref) return new Set([ref.length > 1 ? ref[0] : undefined])
  const { SELECT, ...others } = part as Operand
  const found = new Set(Object.values(others).flatMap((each: unknown) => [...aliasesIn(each)]))
  if (!SELECT) return found
  const { from, ...query } = SELECT
  const inside = new Set([...aliasesIn(Object.values(query)), ...aliasesIn(onsOf(from))])
  for (const alias of aliasesOf(from)) inside.delete(alias)
  return inside.union(found)
}

const aliasesOf = ({ as, args = [] }: From): (string | undefined)[] => [as, ...args.flatMap(aliasesOf)]

const onsOf = ({ on, args = [] }: From): unknown[] => [on, ...args.flatMap(onsOf)]
