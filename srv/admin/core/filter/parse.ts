/** The parser of the filter language. Over 200 lines: a grammar is read in one piece. */
import { AdminError } from '../errors.ts'
import { filterError, type Token, tokenize } from './tokens.ts'
import { readPattern } from './pattern.ts'
import {
  type Arithmetic,
  type Comparison,
  type FunctionName,
  FUNCTIONS,
  type LiteralType,
  type Operand,
  type Predicate,
  type Unit,
  UNITS,
} from './syntax.ts'

/** Bounds of a filter; the contract leaves them open. */
export const FILTER_LIMITS = { characters: 4_000, predicates: 200, nesting: 32 } as const

/** Words that cannot be column names unless quoted. */
const KEYWORDS = new Set(
  'and or not in is null like escape between true false case when then else end exists select from where union all any'.split(
    ' ',
  ),
)
const TYPED_LITERALS: Record<string, LiteralType> = { date: 'date', time: 'time', timestamp: 'timestamp', x: 'binary' }
const COMPARISONS: Record<string, Comparison> = {
  '=': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

/**
 * Parses the filter language: SQL comparisons over the columns of one table, and nothing else.
 * Grammar, lowest precedence first: `or`, `and`, `not`, predicate.
 *
 * @throws AdminError `INVALID_FILTER` with the position of the problem.
 */
export const parseFilter = (text: string): Predicate => {
  if (text.length > FILTER_LIMITS.characters)
    throw new AdminError('INVALID_FILTER', `A filter has at most ${FILTER_LIMITS.characters} characters`)
  return new FilterParser(tokenize(text)).parse()
}

class FilterParser {
  #tokens: readonly Token[]
  #position = 0
  #depth = 0
  #predicates = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Predicate {
    const predicate = this.#or()
    const rest = this.#peek()
    if (rest.type !== 'end') throw filterError(rest.at, `Unexpected ${describe(rest)}`)
    return predicate
  }

  #or(): Predicate {
    return this.#chain('or', () => this.#chain('and', () => this.#not()))
  }

  #chain(type: 'and' | 'or', next: () => Predicate): Predicate {
    const parts = [next()]
    while (this.#takeWord(type)) parts.push(next())
    return parts.length === 1 && parts[0] ? parts[0] : { type, parts }
  }

  #not(): Predicate {
    if (!this.#isWord('not')) return this.#primary()
    return this.#nested(() => {
      this.#position++
      return { type: 'not', part: this.#not() }
    })
  }

  #primary(): Predicate {
    const token = this.#peek()
    if (token.type === 'symbol' && token.text === '(' && !this.#isOperandGroup())
      return this.#nested(() => {
        this.#position++
        const predicate = this.#or()
        this.#expect(')')
        return predicate
      })
    return this.#predicate()
  }

  #predicate(): Predicate {
    if (++this.#predicates > FILTER_LIMITS.predicates)
      throw filterError(this.#peek().at, `A filter has at most ${FILTER_LIMITS.predicates} conditions`)
    const operand = this.#sum()
    const token = this.#peek()
    const operator = token.type === 'symbol' ? COMPARISONS[token.text] : undefined
    if (operator) {
      this.#position++
      if (this.#isWord('null')) throw filterError(token.at, 'Nothing equals null: use "is null" or "is not null"')
      if (this.#takeWord('any')) return this.#any(operator, operand, token.at)
      return { type: 'compare', operator, left: operand, right: this.#sum() }
    }
    if (this.#takeWord('is')) {
      const negated = this.#takeWord('not')
      if (this.#takeWord('nan')) return { type: 'nan', operand, negated }
      if (!this.#takeWord('null')) throw filterError(this.#peek().at, 'Expected "null" or "nan" after "is"')
      return { type: 'null', operand, negated }
    }
    const negated = this.#takeWord('not')
    if (this.#takeWord('like')) return this.#like(operand, negated)
    if (this.#takeWord('ilike')) return { ...this.#like(operand, negated), isCaseBlind: true }
    if (this.#takeWord('matches')) return this.#matches(operand, negated)
    if (this.#takeWord('in')) return this.#in(operand, negated)
    if (this.#takeWord('between')) {
      const low = this.#sum()
      if (!this.#takeWord('and')) throw filterError(this.#peek().at, 'Expected "and" in "between … and …"')
      return { type: 'between', operand, low, high: this.#sum(), negated }
    }
    if (negated)
      throw filterError(this.#peek().at, 'Expected "like", "ilike", "matches", "in" or "between" after "not"')
    return { type: 'truth', operand }
  }

  #any(operator: Comparison, value: Operand, at: number): Predicate {
    if (operator !== '=' || value.type !== 'literal')
      throw filterError(at, "A list is asked for one value: such as 'x' = any (tags), or not ('x' = any (tags))")
    this.#expect('(')
    const column = this.#operand()
    if (column.type !== 'column') throw filterError(column.at, 'Expected the name of a column in "any (…)"')
    this.#expect(')')
    return { type: 'any', value, column: column.name, at }
  }

  #like(operand: Operand, negated: boolean): Extract<Predicate, { type: 'like' }> {
    const pattern = this.#next()
    if (pattern.type !== 'string') throw filterError(pattern.at, 'The pattern of "like" is a text in quotes')
    if (!this.#takeWord('escape'))
      return { type: 'like', operand, pattern: pattern.text.replaceAll('\\', '\\\\'), negated }
    const escape = this.#next()
    if (escape.type !== 'string' || Array.from(escape.text).length !== 1)
      throw filterError(escape.at, 'The escape of "like" is one character in quotes')
    return { type: 'like', operand, pattern: unescapePattern(pattern, escape.text), negated }
  }

  #matches(operand: Operand, negated: boolean): Predicate {
    const pattern = this.#next()
    if (pattern.type !== 'string') throw filterError(pattern.at, 'The pattern of "matches" is a text in quotes')
    return { type: 'matches', operand, pattern: readPattern(pattern.text, pattern.at), negated }
  }

  #in(operand: Operand, negated: boolean): Predicate {
    const list: Operand[] = []
    this.#expect('(')
    do {
      const item = this.#operand()
      if (item.type !== 'literal') throw filterError(item.at, 'The list of "in" holds values only')
      list.push(item)
      this.#predicates++
    } while (this.#takeSymbol(','))
    this.#expect(')')
    return { type: 'in', operand, list, negated }
  }

  /** Whether the parenthesis that comes next is about a value: what follows it compares or computes. */
  #isOperandGroup(): boolean {
    let depth = 0
    for (let index = this.#position; index < this.#tokens.length; index++) {
      const { type, text } = this.#tokens[index] ?? { type: 'end', text: '' }
      if (type !== 'symbol') continue
      if (text === '(') depth++
      else if (text === ')' && --depth === 0) {
        const next = this.#tokens[index + 1]
        if (next?.type === 'symbol') return next.text !== ')' && next.text !== ','
        if (next?.type === 'number') return /^[+-]/.test(next.text)
        return next?.type === 'word' && AFTER_VALUES.has(next.text.toLowerCase())
      }
    }
    return false
  }

  /** Sums of products; from the left. */
  #sum(): Operand {
    let left = this.#product()
    for (;;) {
      const { at } = this.#peek()
      const sign = this.#takeSign()
      if (!sign) return left
      const interval = this.#interval()
      if (interval)
        left = { type: 'shift', operand: left, ...interval, amount: Number(`${sign}${interval.amount}`), at }
      else left = this.#computed(sign, left, this.#product(), at)
    }
  }

  #product(): Operand {
    let left = this.#operand()
    for (;;) {
      const { at } = this.#peek()
      const operator = this.#takeSymbol('*') ? '*' : this.#takeSymbol('/') ? '/' : undefined
      if (!operator) return left
      left = this.#computed(operator, left, this.#operand(), at)
    }
  }

  #computed(operator: Arithmetic, left: Operand, right: Operand, at: number): Operand {
    // Statements nest as deep as there are operators.
    if (++this.#predicates > FILTER_LIMITS.predicates)
      throw filterError(at, `A filter has at most ${FILTER_LIMITS.predicates} conditions and operators`)
    return { type: 'arithmetic', operator, left, right, at }
  }

  /** A sign between two operands may have been read as that of a number. */
  #takeSign(): '+' | '-' | undefined {
    if (this.#takeSymbol('+')) return '+'
    if (this.#takeSymbol('-')) return '-'
    const token = this.#peek()
    const sign = token.type === 'number' ? token.text.charAt(0) : ''
    if (sign !== '+' && sign !== '-') return undefined
    const rest: Token = { type: 'number', text: token.text.slice(1), at: token.at + 1 }
    this.#tokens = this.#tokens.with(this.#position, rest)
    return sign
  }

  /** `7 days`, `interval '7 days'`. */
  #interval(): { readonly amount: string; readonly unit: Unit } | undefined {
    const token = this.#peek()
    const next = this.#tokens[this.#position + 1]
    if (token.type === 'number' && next?.type === 'word' && unitOf(next.text)) {
      this.#position += 2
      return readInterval(`${token.text} ${next.text}`, token.at)
    }
    if (token.type !== 'word' || token.text.toLowerCase() !== 'interval' || next?.type !== 'string') return undefined
    this.#position += 2
    return readInterval(next.text, token.at)
  }

  #operand(): Operand {
    if (this.#takeSymbol('('))
      return this.#nested(() => {
        const inner = this.#sum()
        this.#expect(')')
        return inner
      })
    const token = this.#next()
    switch (token.type) {
      case 'string':
      case 'number':
        return { type: 'literal', literal: token.type, text: token.text, at: token.at }
      case 'name':
        return this.#path({ type: 'column', name: token.text, at: token.at })
      case 'word':
        return this.#word(token)
      default:
        throw filterError(token.at, `Expected a column or a value, found ${describe(token)}`)
    }
  }

  /** `column -> 'member' -> 0 ->> 'member'`, as PostgreSQL and SQLite write it. */
  #path(column: Extract<Operand, { type: 'column' }>): Operand {
    const path: (string | number)[] = []
    for (let isLast = false; !isLast;) {
      isLast = this.#takeSymbol('->>')
      if (!isLast && !this.#takeSymbol('->')) {
        if (path.length === 0) return column
        throw filterError(this.#peek().at, 'A path ends with "->>", which gives a value to be compared')
      }
      const step = this.#next()
      if (step.type === 'number' && /^\d{1,9}$/.test(step.text)) path.push(Number(step.text))
      else if (step.type === 'string') path.push(step.text)
      else throw filterError(step.at, 'A step of a path is a name in quotes, or a position from 0')
    }
    return { type: 'path', column: column.name, path, at: column.at }
  }

  #word(token: Token): Operand {
    const word = token.text.toLowerCase()
    const next = this.#peek()
    const literal = TYPED_LITERALS[word]
    if (literal && next.type === 'string' && next.at === token.at + token.text.length) {
      this.#position++
      return { type: 'literal', literal, text: next.text, at: token.at }
    }
    if (word === 'true' || word === 'false') return { type: 'literal', literal: 'boolean', text: word, at: token.at }
    if (word === 'infinity') return { type: 'literal', literal: 'number', text: word, at: token.at }
    if (word === 'current_date' || word === 'current_timestamp')
      return { type: 'call', name: word, args: [], at: token.at }
    if (next.type === 'symbol' && next.text === '(') return this.#call(word, token.at)
    if (KEYWORDS.has(word)) throw filterError(token.at, `Unexpected "${token.text}"`)
    return this.#path({ type: 'column', name: token.text, at: token.at })
  }

  #call(name: string, at: number): Operand {
    if (!isFunction(name))
      throw filterError(at, `The function "${name}" is not offered; there are ${Object.keys(FUNCTIONS).join(', ')}`)
    return this.#nested(() => {
      this.#expect('(')
      const args: Operand[] = []
      if (!this.#takeSymbol(')')) {
        do args.push(this.#sum())
        while (this.#takeSymbol(','))
        this.#expect(')')
      }
      checkArity(name, args.length, at)
      return { type: 'call', name, args, at }
    })
  }

  #nested<T>(parse: () => T): T {
    if (++this.#depth > FILTER_LIMITS.nesting)
      throw filterError(this.#peek().at, `A filter nests at most ${FILTER_LIMITS.nesting} deep`)
    const result = parse()
    this.#depth--
    return result
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? { type: 'end', text: '', at: 0 }
  }

  #next(): Token {
    const token = this.#peek()
    this.#position++
    return token
  }

  #isWord(word: string): boolean {
    const token = this.#peek()
    return token.type === 'word' && token.text.toLowerCase() === word
  }

  #takeWord(word: string): boolean {
    const found = this.#isWord(word)
    if (found) this.#position++
    return found
  }

  #takeSymbol(symbol: string): boolean {
    const token = this.#peek()
    const found = token.type === 'symbol' && token.text === symbol
    if (found) this.#position++
    return found
  }

  #expect(symbol: string): void {
    const token = this.#peek()
    if (!this.#takeSymbol(symbol)) throw filterError(token.at, `Expected "${symbol}", found ${describe(token)}`)
  }
}

/** Words that follow a value, never a condition. */
const AFTER_VALUES = new Set(['is', 'not', 'like', 'ilike', 'matches', 'in', 'between'])

const unitOf = (word: string): Unit | undefined =>
  UNITS.find((unit) => word.toLowerCase() === unit || word.toLowerCase() === `${unit}s`)

const readInterval = (text: string, at: number): { readonly amount: string; readonly unit: Unit } => {
  const [, amount, word = ''] = /^(\d{1,6}) ([a-z]+)$/i.exec(text.trim()) ?? []
  const unit = unitOf(word)
  if (amount !== undefined && unit) return { amount, unit }
  throw filterError(at, `An interval is a whole number and one of ${UNITS.map((each) => `${each}s`).join(', ')}`)
}

const isFunction = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name)

const checkArity = (name: FunctionName, count: number, at: number): void => {
  const [least, most] = FUNCTIONS[name]
  if (count < least || count > most)
    throw filterError(at, `"${name}" takes ${least === most ? String(least) : `${least} to ${most}`} arguments`)
}

/** Writes a pattern with `\` as escape. The escape makes any character after it an ordinary one. */
const unescapePattern = (pattern: Token, escape: string): string => {
  let result = ''
  const characters = Array.from(pattern.text)
  for (let index = 0; index < characters.length; index++) {
    const isEscape = characters[index] === escape
    const character = characters[isEscape ? ++index : index]
    if (character === undefined) throw filterError(pattern.at, 'The pattern of "like" ends with its escape')
    result += (isEscape && /[%_\\]/.test(character)) || character === '\\' ? `\\${character}` : character
  }
  return result
}

const describe = (token: Token): string => (token.type === 'end' ? 'the end of the filter' : `"${token.text}"`)
