/** The compiler of the filter language. Over 200 lines: its rules of types belong together. */
import { lacks, type OwnType } from '../own-type.ts'
import type { Statement, Value, ValueKind } from '../values.ts'
import { filterError, infiniteTime, isInfinite, literalValue, withoutPadding } from './tokens.ts'
import type { Arithmetic, FunctionName, Operand, Predicate, Unit, JsonPath, PathKind } from './syntax.ts'
import { parseFilter } from './parse.ts'

/** A column that a filter may name. */
export interface FilterColumn {
  readonly name: string
  readonly kind: ValueKind
  readonly own?: OwnType
  /** Blanks at the end of its texts do not count. */
  readonly isPadded?: boolean
}

/** What a filter is compiled for: the table's columns and the engine's spelling. */
export interface FilterTarget {
  /** @throws AdminError `COLUMN_NOT_FOUND` or `AMBIGUOUS_NAME`. */
  column(name: string): FilterColumn
  quote(name: string): string
  /** The column's value in the form in which values of its kind are bound, so that both compare as they should. */
  reference(column: FilterColumn): string
  /** The parameter at a position, from 1, for a value of the given kind. */
  placeholder(position: number, kind: ValueKind, own?: OwnType): string
  /** A value of the given kind as the engine wants it bound. */
  bind(kind: ValueKind, value: Value): Value
  /** An operand of any comparison, where a type of the engine's own does not tell all values apart. */
  compared?(own: OwnType, sql: string): string
  /** An operand of an order comparison: texts are ordered by code point on every engine. */
  sortable(kind: ValueKind, sql: string): string
  /** A case-sensitive match of a text against a pattern bound by `bindPattern`. */
  like(operand: string, pattern: string): string
  /** @param pattern with `%` and `_` as wildcards and `\\` as escape of these and itself. */
  bindPattern(pattern: string): Value
  /** A text as it is when letter case does not count. */
  foldCase(sql: string): string
  /** Whether infinite numbers can be stored. */
  readonly hasInfinity: boolean
  /** Whether dates and timestamps may lie before or behind all others. */
  readonly hasInfiniteTimes?: boolean
  /** Whether a value is no number; null on engines that store none. */
  readonly isNan: ((sql: string) => string) | null
  /** Whether a column of lists has a value; null for other columns, and on engines without lists. */
  has(column: FilterColumn, parameter: string): string | null
  /**
   * A value within a JSON column, NULL where there is none of that kind; null when there is no such column or path here.
   * @param bind makes a parameter of a text.
   */
  within(column: FilterColumn, path: JsonPath, kind: PathKind, bind: (text: string) => string): string | null
  /** Computes with numbers, as decimals and of 15 digits at least; a division by 0 has no result. */
  arithmetic(operator: Arithmetic, left: string, right: string): string
  /** The timestamp at which a day begins, in UTC. */
  firstMoment(sql: string): string
  /** A date or timestamp so much later: the last day of a month where the month has no such day. */
  shift(kind: 'date' | 'timestamp', sql: string, amount: number, unit: Unit): string
  /**
   * Whether a text has a match of a regular expression that `readPattern` has written; null where the engine's own take more time
   * than the text is long.
   */
  readonly matches: ((text: string, pattern: string) => string) | null
  /** The engine's spelling of a function over rendered arguments. */
  call(name: FunctionName, args: readonly string[]): string
}

type Type = Pick<FilterColumn, 'kind' | 'own' | 'isPadded'>

interface Typed extends Type {
  readonly sql: string
}

const NUMERIC: readonly ValueKind[] = ['integer', 'decimal', 'float']

/**
 * Renders a parsed filter as a condition with quoted names, bound values and full parentheses.
 *
 * @param firstPosition position of the first parameter, from 1.
 */
export const compileFilter = (predicate: Predicate, target: FilterTarget, firstPosition = 1): Statement => {
  const compiler = new FilterCompiler(target, firstPosition)
  const sql = compiler.predicate(predicate)
  return { sql, parameters: compiler.parameters }
}

class FilterCompiler {
  readonly parameters: Value[] = []
  readonly #target: FilterTarget
  readonly #firstPosition: number

  constructor(target: FilterTarget, firstPosition: number) {
    this.#target = target
    this.#firstPosition = firstPosition
  }

  predicate(node: Predicate): string {
    switch (node.type) {
      case 'and':
      case 'or':
        return `( ${node.parts.map((part) => this.predicate(part)).join(` ${node.type} `)} )`
      case 'not':
        return `( not ${this.predicate(node.part)} )`
      case 'compare': {
        const isEquality = node.operator === '=' || node.operator === '<>'
        const [left, right] = this.#pair(node.left, node.right, isEquality ? 'equality' : 'order')
        if (isEquality) return `( ${left.sql} ${node.operator} ${right.sql} )`
        return `( ${this.#target.sortable(left.kind, left.sql)} ${node.operator} ${right.sql} )`
      }
      case 'like': {
        const type = this.#typeOf(node.operand) ?? TEXT
        const fold = (sql: string): string => (node.isCaseBlind ? this.#target.foldCase(sql) : sql)
        if (node.isCaseBlind) this.#refuseLarge(node.operand)
        const operand = this.#compared(type, fold(this.#of('text', node.operand, 'like')))
        const pattern = this.#compared(type, fold(this.#parameter('text', this.#target.bindPattern(node.pattern))))
        return `( ${node.negated ? 'not ' : ''}${this.#target.like(operand, pattern)} )`
      }
      case 'matches': {
        if (!this.#target.matches)
          throw filterError(node.operand.at, 'This database has no regular expressions whose time is bounded')
        this.#refuseLarge(node.operand)
        const condition = this.#target.matches(
          this.#of('text', node.operand, 'matches'),
          this.#parameter('text', node.pattern),
        )
        return `( ${node.negated ? 'not ' : ''}${condition} )`
      }
      case 'in': {
        const type = this.#typeOf(node.operand) ?? TEXT
        refuseComparison(type, 'equality', node.operand)
        const operand = this.#compared(type, this.#render(node.operand, type).sql)
        const list = node.list.map((item) => this.#compared(type, this.#as(type, item)))
        return `( ${operand} ${node.negated ? 'not in' : 'in'} ( ${list.join(' , ')} ) )`
      }
      case 'between': {
        const type = this.#common(node.operand, node.low, node.high) ?? TEXT
        refuseComparison(type, 'order', node.operand)
        const operand = this.#target.sortable(type.kind, this.#compared(type, this.#as(type, node.operand)))
        const low = this.#compared(type, this.#as(type, node.low))
        const high = this.#compared(type, this.#as(type, node.high))
        return `( ${operand} ${node.negated ? 'not between' : 'between'} ${low} and ${high} )`
      }
      case 'null':
        if (node.operand.type === 'literal') throw filterError(node.operand.at, 'A value is never null')
        return `( ${this.#plain(node.operand)} is ${node.negated ? 'not null' : 'null'} )`
      case 'nan': {
        const number = this.#numeric(node.operand, 'is nan')
        if (!this.#target.isNan) throw filterError(node.operand.at, 'This database stores no value that is no number')
        return `( ${node.negated ? 'not ' : ''}${this.#target.isNan(number)} )`
      }
      case 'any': {
        const column = this.#target.column(node.column)
        if (node.value.type !== 'literal') throw new RangeError('The parser lets values pass only')
        const condition = this.#target.has(column, this.#parameter('other', node.value.text))
        if (condition === null) throw filterError(node.at, `Column '${column.name}' holds no lists of this database`)
        return `( ${condition} )`
      }
      case 'truth': {
        const operand = this.#render(node.operand)
        if (operand.kind !== 'boolean')
          throw filterError(node.operand.at, 'A column or value alone is no condition unless it is boolean')
        return `( ${operand.sql} = ${this.#parameter('boolean', true)} )`
      }
    }
  }

  /** Two sides of a comparison: literals take the kind of the other side. */
  #pair(left: Operand, right: Operand, needed: 'equality' | 'order'): [Typed, Typed] {
    const type = this.#common(left, right) ?? pathType(left, right) ?? pathType(right, left)
    if (type === undefined) {
      const first = this.#render(left)
      return [first, { ...first, sql: this.#as(first, right) }]
    }
    refuseComparison(type, needed, left)
    return [
      { ...type, sql: this.#compared(type, this.#as(type, left)) },
      { ...type, sql: this.#compared(type, this.#as(type, right)) },
    ]
  }

  /** What several operands are compared as: a date beside a timestamp is its first moment. */
  #common(...nodes: readonly Operand[]): Type | undefined {
    const types = nodes.flatMap((node) => this.#typeOf(node) ?? [])
    const isMixed = types.some(({ kind }) => kind === 'date') && types.some(({ kind }) => kind === 'timestamp')
    return isMixed ? { kind: 'timestamp' } : types[0]
  }

  /** The type that an operand has by itself; undefined for literals, which adapt. */
  #typeOf(node: Operand): Type | undefined {
    if (node.type === 'column') return this.#target.column(node.name)
    if (node.type === 'literal' || node.type === 'path') return undefined
    if (node.type === 'arithmetic') return { kind: 'decimal' }
    if (node.type === 'shift') return this.#typeOf(node.operand) ?? ownType(node.operand)
    switch (node.name) {
      case 'lower':
      case 'upper':
      case 'trim':
      case 'substring':
        return TEXT
      case 'length':
      case 'hour':
      case 'minute':
      case 'second':
      case 'year':
      case 'month':
      case 'day':
        return { kind: 'integer' }
      case 'current_date':
        return { kind: 'date' }
      case 'now':
      case 'current_timestamp':
        return { kind: 'timestamp' }
      case 'floor':
      case 'ceil':
        return { kind: 'decimal' }
      default: {
        const type = node.args.map((arg) => this.#typeOf(arg)).find((each) => each !== undefined)
        return node.name === 'coalesce' ? type : type && { kind: type.kind }
      }
    }
  }

  #compared({ own }: Type, sql: string): string {
    return own && this.#target.compared ? this.#target.compared(own, sql) : sql
  }

  #as(type: Type, node: Operand): string {
    const found = this.#render(node, type)
    if (type.kind === 'timestamp' && found.kind === 'date') return this.#target.firstMoment(found.sql)
    if (!isComparable(type, found, node.type === 'literal'))
      throw filterError(node.at, `A ${nameOf(found)} cannot be compared with a ${nameOf(type)}`)
    return found.sql
  }

  #render(node: Operand, wanted?: Type): Typed {
    switch (node.type) {
      case 'column': {
        const column = this.#target.column(node.name)
        return { sql: this.#target.reference(column), kind: column.kind, ...(column.own && { own: column.own }) }
      }
      case 'path':
        return this.#path(node, wanted?.kind)
      case 'literal': {
        const endless = this.#target.hasInfiniteTimes ? infiniteTime(node, wanted?.kind) : null
        if (endless) return { sql: this.#parameter(endless.kind, endless.value), kind: endless.kind }
        if (isInfinite(node) && !this.#target.hasInfinity)
          throw filterError(node.at, 'This database stores no infinite number')
        const own = wanted?.own
        if (own && (node.literal === 'string' || node.literal === 'number'))
          return { sql: this.#parameter(wanted.kind, node.text, own), kind: wanted.kind, own }
        const { kind, value } = literalValue(wanted?.isPadded ? withoutPadding(node) : node, wanted?.kind)
        return { sql: this.#parameter(kind, value), kind }
      }
      case 'call':
        return this.#call(node)
      case 'arithmetic': {
        const [left, right] = [node.left, node.right].map((side) => this.#numeric(side, node.operator))
        return { kind: 'decimal', sql: `( ${this.#target.arithmetic(node.operator, left ?? '', right ?? '')} )` }
      }
      case 'shift':
        return this.#shift(node)
    }
  }

  #shift({ operand, amount, unit, at }: Extract<Operand, { type: 'shift' }>): Typed {
    const { kind } = this.#typeOf(operand) ?? ownType(operand) ?? TEXT
    if (kind !== 'date' && kind !== 'timestamp')
      throw filterError(at, `An interval is added to a date or timestamp, not to a ${kind}`)
    if (kind === 'date' && ['second', 'minute', 'hour'].includes(unit))
      throw filterError(at, `A date has no ${unit}s: add days, weeks, months or years`)
    return { kind, sql: `( ${this.#target.shift(kind, this.#as({ kind }, operand), amount, unit)} )` }
  }

  /** What a path leads to is taken for what it is compared with. */
  #path({ column: name, path, at }: Extract<Operand, { type: 'path' }>, wanted?: ValueKind): Typed {
    const kind = wanted !== undefined && NUMERIC.includes(wanted) ? 'decimal' : wanted === 'boolean' ? wanted : 'text'
    const column = this.#target.column(name)
    const sql = this.#target.within(column, path, kind, (text) => this.#parameter('text', text))
    if (sql === null) throw filterError(at, `In column '${column.name}', such a path leads nowhere in this database`)
    return { sql: `( ${sql} )`, kind }
  }

  /** For a null test the stored value counts, whatever its form. */
  #plain(node: Operand): string {
    return node.type === 'column' ? this.#target.quote(this.#target.column(node.name).name) : this.#render(node).sql
  }

  #call(node: Extract<Operand, { type: 'call' }>): Typed {
    const type = this.#typeOf(node)
    for (const arg of node.args) if (node.name !== 'length') this.#refuseLarge(arg)
    const [first] = node.args
    const args = node.args.map((arg, index) => {
      switch (node.name) {
        case 'substring':
          return this.#of(index === 0 ? 'text' : 'integer', arg, node.name)
        case 'round':
          return index === 0 ? this.#numeric(arg, node.name) : this.#of('integer', arg, node.name)
        case 'abs':
        case 'floor':
        case 'ceil':
          return this.#numeric(arg, node.name)
        case 'year':
        case 'month':
        case 'day':
          return this.#temporal(arg, node.name)
        case 'hour':
        case 'minute':
        case 'second':
          return this.#of('timestamp', arg, node.name)
        case 'coalesce':
          return this.#as(type ?? TEXT, arg)
        default:
          return this.#of('text', arg, node.name)
      }
    })
    const sql = this.#target.call(node.name, args)
    if (type) return { sql, kind: type.kind, ...(type.own && { own: type.own }) }
    return { sql, kind: first?.type === 'literal' && first.literal === 'number' ? 'decimal' : 'text' }
  }

  #of(kind: ValueKind, node: Operand, user: string): string {
    const rendered = this.#render(node, { kind })
    if (rendered.kind !== kind) throw filterError(node.at, `"${user}" wants a ${kind}, not a ${rendered.kind}`)
    return rendered.sql
  }

  /** What cannot be compared is no argument of functions either, of which most take values of a limited length. */
  #refuseLarge(node: Operand): void {
    const type = this.#typeOf(node)
    if (type) refuseComparison(type, 'equality', node)
  }

  #numeric(node: Operand, user: string): string {
    const rendered = this.#render(node, { kind: this.#typeOf(node)?.kind ?? 'decimal' })
    if (!NUMERIC.includes(rendered.kind)) throw filterError(node.at, `"${user}" wants a number, not a ${rendered.kind}`)
    return rendered.sql
  }

  #temporal(node: Operand, user: string): string {
    const rendered = this.#render(node, { kind: this.#typeOf(node)?.kind ?? 'date' })
    if (rendered.kind !== 'date' && rendered.kind !== 'timestamp')
      throw filterError(node.at, `"${user}" wants a date or timestamp, not a ${rendered.kind}`)
    return rendered.sql
  }

  #parameter(kind: ValueKind, value: Value, own?: OwnType): string {
    this.parameters.push(this.#target.bind(kind, value))
    return this.#target.placeholder(this.#firstPosition + this.parameters.length - 1, kind, own)
  }
}

const TEXT: Type = { kind: 'text' }

/** Of a literal that says what it is. */
const ownType = (node: Operand): Type | undefined =>
  node.type === 'literal' && (node.literal === 'date' || node.literal === 'timestamp')
    ? { kind: node.literal }
    : undefined

/** What a path within a document is compared with decides what it is taken for. */
const pathType = (path: Operand, other: Operand): Type | undefined => {
  if (path.type !== 'path' || other.type !== 'literal') return undefined
  if (other.literal === 'number') return { kind: 'decimal' }
  return other.literal === 'boolean' ? { kind: 'boolean' } : TEXT
}

/** Texts are compared whatever their types; values of other types of an engine's own only with the same type. */
const isComparable = (wanted: Type, found: Type, isLiteral: boolean): boolean => {
  if (wanted.kind === found.kind) return wanted.kind !== 'other' || wanted.own?.name === found.own?.name
  if (!NUMERIC.includes(found.kind)) return false
  return NUMERIC.includes(wanted.kind) || (wanted.kind === 'other' && isLiteral)
}

const refuseComparison = ({ kind, own }: Type, needed: 'equality' | 'order', { at }: Operand): void => {
  if (!own || !lacks(needed, own)) return
  const others = kind === 'text' ? '"like", "length" or "is null"' : '"is null" or "is not null"'
  const advice = own.comparison === 'none' ? `use ${others}` : 'use = or <>'
  throw filterError(at, `Values of type ${nameOf({ kind, own })} have no ${needed}: ${advice}`)
}

const nameOf = ({ kind, own }: Type): string =>
  own && (kind === 'other' || own.comparison === 'none') ? own.name : kind

/**
 * Compiles the text of a filter to a condition; null when there is none.
 *
 * @param firstPosition position of the condition's first parameter, from 1.
 * @throws AdminError `INVALID_FILTER`, `COLUMN_NOT_FOUND`, `AMBIGUOUS_NAME`.
 */
export const compileWhere = (text: string | undefined, target: FilterTarget, firstPosition = 1): Statement | null =>
  text === undefined || text === '' ? null : compileFilter(parseFilter(text), target, firstPosition)
