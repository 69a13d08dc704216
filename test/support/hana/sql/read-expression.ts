/** Expressions and conditions, by the precedence of their operators. More than 200 lines would be two halves of one grammar. */
import { FACTS } from '../facts.ts'
import type { Expression, OrderItem, Query, Window } from './syntax.ts'
import type { TokenReader } from './token-reader.ts'

/** Words that stand for a value. */
export const CONSTANTS = [
  ...['CURRENT_SCHEMA', 'CURRENT_USER', 'SESSION_USER', 'CURRENT_CONNECTION', 'CURRENT_UTCTIMESTAMP'],
  ...['CURRENT_UTCDATE', 'CURRENT_UTCTIME', 'CURRENT_TIMESTAMP', 'CURRENT_DATE', 'CURRENT_TIME'],
]
/** Of a window's frame, from the first row to the last. */
const BOUNDS = ['UNBOUNDED PRECEDING', 'PRECEDING', 'CURRENT ROW', 'FOLLOWING', 'UNBOUNDED FOLLOWING']
/** That the references lack: CAP's own service for SAP HANA calls it. */
const FUNCTIONS_OF_CAP = ['TO_CHAR']
const ROUNDINGS = [
  'ROUND_HALF_UP',
  'ROUND_HALF_DOWN',
  'ROUND_HALF_EVEN',
  'ROUND_UP',
  'ROUND_DOWN',
  'ROUND_CEILING',
  'ROUND_FLOOR',
]
const isRounding = (value: Expression | undefined): boolean =>
  value?.node === 'column' && value.path.length === 1 && ROUNDINGS.includes(value.path[0]?.text ?? '')
const COMPARISONS = ['=', '<>', '!=', '<', '>', '<=', '>=']

export class ExpressionReader {
  readonly #in: TokenReader
  readonly #query: () => Query

  constructor(input: TokenReader, query: () => Query) {
    this.#in = input
    this.#query = query
  }

  condition(): Expression {
    return this.#logic('OR', () => this.#logic('AND', () => this.#negation()))
  }

  order(): OrderItem[] {
    return this.#in.list(() => {
      const value = this.condition()
      if (this.#in.takeWords('COLLATE')) this.#in.needWords('ENGLISH') // no other is asked for
      if (!this.#in.takeWords('ASC')) this.#in.takeWords('DESC')
      if (this.#in.takeWords('NULLS') && !this.#in.takeWords('FIRST')) this.#in.needWords('LAST')
      return { value }
    })
  }

  #logic(word: string, part: () => Expression): Expression {
    const operands = [part()]
    while (this.#in.takeWords(word)) operands.push(part())
    const [only] = operands
    return only && operands.length === 1 ? only : { node: 'logic', operands }
  }

  #negation(): Expression {
    return this.#in.takeWords('NOT') ? { node: 'logic', operands: [this.#negation()] } : this.#predicate()
  }

  #predicate(): Expression {
    if (this.#in.takeWords('EXISTS')) return { node: 'exists', query: this.#bracketed(this.#query) }
    const value = this.value()
    const operator = this.#in.takeOperator(...COMPARISONS)
    if (operator !== null) return { node: 'comparison', operator, operands: [value, this.value()] }
    if (this.#in.takeWords('IS')) {
      this.#in.takeWords('NOT')
      this.#in.needWords('NULL')
      return { node: 'isNull', value }
    }
    const isNot = this.#in.takeWords('NOT')
    if (this.#in.takeWords('LIKE')) {
      const pattern = this.value()
      if (!this.#in.takeWords('ESCAPE')) return { node: 'like', operands: [value, pattern] }
      const escape = this.#in.next()
      if (escape.type !== 'string' || escape.value.length !== 1) throw this.#in.problem('one character expected')
      return { node: 'like', operands: [value, pattern] }
    }
    if (this.#in.takeWords('BETWEEN')) {
      const low = this.value()
      this.#in.needWords('AND')
      return { node: 'comparison', operator: 'BETWEEN', operands: [value, low, this.value()] }
    }
    if (this.#in.takeWords('IN')) {
      const list = this.#bracketed(() =>
        this.#in.isWord('SELECT', 'WITH')
          ? [{ node: 'query', query: this.#query() } as const]
          : this.#in.list(() => this.value()),
      )
      return { node: 'in', value, list }
    }
    if (isNot) throw this.#in.problem()
    return value
  }

  /** A value: sums of products of operands, and texts joined to each other. */
  value(): Expression {
    return this.#chain(['+', '-', '||'], () => this.#chain(['*', '/'], () => this.#signed()))
  }

  #chain(operators: readonly string[], part: () => Expression): Expression {
    let left = part()
    for (;;) {
      const operator = this.#in.takeOperator(...operators)
      if (operator === null) return left
      left = { node: 'calculation', operator, operands: [left, part()] }
    }
  }

  #signed(): Expression {
    return this.#in.takeOperator('-', '+') === null
      ? this.#operand()
      : { node: 'calculation', operator: '-', operands: [this.#signed()] }
  }

  #operand(): Expression {
    const token = this.#in.peek()
    if (token?.type === 'symbol') {
      if (this.#in.takeSymbol('?')) return { node: 'parameter' }
      if (this.#in.isSymbol('(')) return this.#inBrackets()
      throw this.#in.problem()
    }
    if (token?.type === 'string') return { node: 'literal', kind: 'text', text: this.#in.next().value }
    if (token?.type === 'word') {
      const word = token.value.toUpperCase()
      if (/^\d/.test(word)) return this.#number()
      const after = this.#in.peek(1)
      if (after?.type === 'string' && after.start === token.end) return this.#marked(word)
      if (word === 'NULL') return this.#literal('null')
      if (word === 'TRUE' || word === 'FALSE') return this.#literal('boolean')
      if (word === 'CASE') return this.#case()
      if (CONSTANTS.includes(word) && !this.#in.isSymbol('(', 1)) return { node: 'constant', word: this.#take(word) }
      if (this.#in.isSymbol('(', 1)) return this.#call(word)
    }
    const path = [this.#in.name()]
    while (this.#in.takeSymbol('.')) path.push(this.#in.name())
    return { node: 'column', path }
  }

  #take(word: string): string {
    this.#in.next()
    return word
  }

  #literal(kind: 'null' | 'boolean'): Expression {
    return { node: 'literal', kind, text: this.#in.next().value }
  }

  /** X'01' is binary; other marks are other engines'. */
  #marked(mark: string): Expression {
    if (mark !== 'X' && mark !== 'N') throw this.#in.problem()
    this.#in.next()
    return { node: 'literal', kind: mark === 'X' ? 'binary' : 'text', text: this.#in.next().value }
  }

  #number(): Expression {
    const parts = [this.#in.next().value]
    if (this.#in.isSymbol('.') && /^\d+(?:e\d*)?$/i.test(this.#in.peek(1)?.value ?? '')) {
      this.#in.next()
      parts.push(this.#in.next().value)
    }
    const text = parts.join('.')
    if (!/^\d+(?:\.\d+)?(?:e\d+)?$/i.test(text)) throw this.#in.problem(`no number: ${text}`)
    return { node: 'literal', kind: 'number', text }
  }

  #bracketed<Part>(read: () => Part): Part {
    this.#in.needSymbol('(')
    const part = read()
    this.#in.needSymbol(')')
    return part
  }

  #inBrackets(): Expression {
    return this.#bracketed((): Expression => {
      if (this.#in.isWord('SELECT', 'WITH')) return { node: 'query', query: this.#query() }
      const items = this.#in.list(() => this.condition())
      const [only] = items
      return only && items.length === 1 ? only : { node: 'row', items }
    })
  }

  #case(): Expression {
    this.#in.next()
    const operand = this.#in.isWord('WHEN') ? null : this.value()
    const whens: (readonly [Expression, Expression])[] = []
    while (this.#in.takeWords('WHEN')) {
      const when = operand === null ? this.condition() : this.value()
      this.#in.needWords('THEN')
      whens.push([when, this.condition()])
    }
    if (whens.length === 0) throw this.#in.problem('WHEN expected')
    const other = this.#in.takeWords('ELSE') ? this.condition() : null
    this.#in.needWords('END')
    return { node: 'case', operand, whens, other }
  }

  #call(name: string): Expression {
    this.#in.next()
    if (name === 'CAST') return this.#cast()
    if (!FACTS.functions.has(name) && !FUNCTIONS_OF_CAP.includes(name)) throw this.#in.problem(`no function ${name}`)
    const parts = this.#bracketed(() => this.#arguments(name))
    return { node: 'call', name, ...parts, over: this.#in.takeWords('OVER') ? this.#window() : null }
  }

  #arguments(name: string) {
    const none = { args: [] as Expression[], isDistinct: false, isStar: false, order: [] as OrderItem[] }
    if (this.#in.isSymbol(')')) return none
    if (name === 'COUNT' && this.#in.takeSymbol('*')) return { ...none, isStar: true }
    if (name === 'REPLACE_REGEXPR') return { ...none, args: this.#replacement() }
    const isDistinct = this.#in.takeWords('DISTINCT')
    const args = this.#in.list(() => this.condition())
    if (name === 'ROUND' && args.length === 3 && isRounding(args[2])) args.pop()
    return { ...none, isDistinct, args, order: this.#in.takeWords('ORDER BY') ? this.order() : [] }
  }

  /** `pattern [FLAG flags] IN text [WITH other] [FROM number] [OCCURRENCE number or ALL]` */
  #replacement(): Expression[] {
    const args = [this.value()]
    if (this.#in.takeWords('FLAG')) args.push(this.value())
    this.#in.needWords('IN')
    args.push(this.value())
    if (this.#in.takeWords('WITH')) args.push(this.value())
    if (this.#in.takeWords('OCCURRENCE') && !this.#in.takeWords('ALL')) this.value()
    return args
  }

  #cast(): Expression {
    return this.#bracketed((): Expression => {
      const value = this.value()
      this.#in.needWords('AS')
      const type = this.#in.next().value.toUpperCase()
      const sizes = this.#in.isSymbol('(') ? this.#bracketed(() => this.#in.list(() => this.#number())) : []
      return {
        node: 'cast',
        value,
        type,
        sizes: sizes.map((each) => Number(each.node === 'literal' ? each.text : NaN)),
      }
    })
  }

  #window(): Window {
    return this.#bracketed(() => {
      const partition = this.#in.takeWords('PARTITION BY') ? this.#in.list(() => this.condition()) : []
      const order = this.#in.takeWords('ORDER BY') ? this.order() : []
      const hasFrame = this.#in.takeWords('ROWS')
      if (hasFrame) this.#frame()
      return { partition, order, hasFrame }
    })
  }

  /** Where it ends is not before where it starts; a start alone is not behind the row. */
  #frame(): void {
    const isBetween = this.#in.takeWords('BETWEEN')
    const start = this.#bound()
    if (isBetween) this.#in.needWords('AND')
    const end = isBetween ? this.#bound() : 'CURRENT ROW'
    const [first, last] = [BOUNDS.indexOf(start), BOUNDS.indexOf(end)]
    if (first > last || start === 'UNBOUNDED FOLLOWING' || end === 'UNBOUNDED PRECEDING')
      throw this.#in.problem(`a frame from ${start} to ${end}`)
  }

  #bound(): string {
    if (this.#in.takeWords('CURRENT ROW')) return 'CURRENT ROW'
    const isUnbounded = this.#in.takeWords('UNBOUNDED')
    if (!isUnbounded) this.#number()
    const isBefore = this.#in.takeWords('PRECEDING')
    if (!isBefore) this.#in.needWords('FOLLOWING')
    return `${isUnbounded ? 'UNBOUNDED ' : ''}${isBefore ? 'PRECEDING' : 'FOLLOWING'}`
  }
}
