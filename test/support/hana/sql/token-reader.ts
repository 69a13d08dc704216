import { isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../../srv/admin/core/sql-tokens.ts'
import { FACTS } from '../facts.ts'
import { type Name, StatementProblem } from './syntax.ts'

/** Two symbols that are one operator, where nothing stands between them. */
const DOUBLE = ['<=', '>=', '<>', '!=', '||']

const LONGEST_NAME = 127

/** Reads a statement token by token. */
export class TokenReader {
  readonly #sql: string
  readonly #tokens: readonly SqlToken[]
  #at = 0

  constructor(sql: string) {
    this.#sql = sql
    this.#tokens = readSqlTokens(sql)
  }

  peek(ahead = 0): SqlToken | undefined {
    return this.#tokens[this.#at + ahead]
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  isWord(...words: readonly string[]): boolean {
    return isWord(this.peek(), ...words)
  }

  /** Whether words follow, one after the other. */
  areWords(text: string): boolean {
    return text.split(' ').every((word, index) => isWord(this.peek(index), word))
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    return isSymbol(this.peek(ahead), symbol)
  }

  /** Takes words if they follow. */
  takeWords(text: string): boolean {
    const isThere = this.areWords(text)
    if (isThere) this.#at += text.split(' ').length
    return isThere
  }

  takeSymbol(symbol: string): boolean {
    const isThere = this.isSymbol(symbol)
    if (isThere) this.#at++
    return isThere
  }

  /** An operator of one or two symbols. */
  operator(): string | null {
    const [first, second] = [this.peek(), this.peek(1)]
    if (first?.type !== 'symbol') return null
    const both = second?.type === 'symbol' && second.start === first.end ? first.value + second.value : ''
    return DOUBLE.includes(both) ? both : first.value
  }

  takeOperator(...operators: readonly string[]): string | null {
    const found = this.operator()
    if (found === null || !operators.includes(found)) return null
    this.#at += found.length
    return found
  }

  next(): SqlToken {
    const token = this.peek()
    if (!token) throw this.problem()
    this.#at++
    return token
  }

  needWords(text: string): void {
    if (!this.takeWords(text)) throw this.problem(`${text} expected`)
  }

  needSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw this.problem(`${symbol} expected`)
  }

  /** @throws StatementProblem for reserved words. */
  name(): Name {
    const token = this.next()
    if (token.type === 'quoted') {
      if (this.#sql[token.start] !== '"') throw this.problem('a name in other than double quotes')
      if (token.value === '' || token.value.length > LONGEST_NAME)
        throw this.problem('a name of no length, or too long')
      return { text: token.value, isQuoted: true, isFolded: false }
    }
    if (token.type !== 'word' || /^\d/.test(token.value)) throw this.problem(`a name expected, not ${token.value}`)
    const text = token.value.toUpperCase()
    if (FACTS.reservedWords.has(text)) throw new StatementProblem(`the reserved word ${text} as a name`)
    return { text, isQuoted: false, isFolded: text !== token.value }
  }

  /** Whether a name can follow: a quoted one, or a word that is not reserved. */
  get isName(): boolean {
    const token = this.peek()
    return token?.type === 'quoted' || (token?.type === 'word' && !FACTS.reservedWords.has(token.value.toUpperCase()))
  }

  list<Part>(read: () => Part): Part[] {
    const parts = [read()]
    while (this.takeSymbol(',')) parts.push(read())
    return parts
  }

  problem(what = 'syntax error'): StatementProblem {
    const at = this.peek()?.start ?? this.#sql.length
    return new StatementProblem(`${what} near "${this.#sql.slice(at, at + 40)}"`)
  }
}
