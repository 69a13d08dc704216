import { ExpressionReader } from './read-expression.ts'
import { JsonReader } from './read-json.ts'
import type { Expression, Item, Query, Relation, Select } from './syntax.ts'
import type { TokenReader } from './token-reader.ts'

/** Reads queries, as far as the SQL reference and this project's statements go. */
export class QueryReader {
  readonly #in: TokenReader
  readonly expressions: ExpressionReader
  readonly #json: JsonReader

  constructor(input: TokenReader) {
    this.#in = input
    this.expressions = new ExpressionReader(input, () => this.query())
    this.#json = new JsonReader(input, this.expressions)
  }

  query(): Query {
    const queries = this.#in.takeWords('WITH') ? this.#in.list(() => this.#named()) : []
    const selects = [this.#part()]
    const operators: string[] = []
    for (let operator = this.#setOperator(); operator !== null; operator = this.#setOperator()) {
      operators.push(operator)
      selects.push(this.#part())
    }
    const order = this.#in.takeWords('ORDER BY') ? this.expressions.order() : []
    if (this.#in.takeWords('LIMIT')) {
      this.#count('LIMIT')
      if (this.#in.takeWords('OFFSET')) this.#count('OFFSET')
    }
    const asJson = this.#in.takeWords('FOR JSON') ? this.#json.returned() : null
    if (asJson === null) this.#lock()
    return { queries, selects, operators, order, asJson }
  }

  /** `FOR UPDATE [WAIT seconds | NOWAIT] [IGNORE LOCKED]`, `FOR SHARE LOCK` */
  #lock(): void {
    if (this.#in.takeWords('FOR SHARE LOCK') || !this.#in.takeWords('FOR UPDATE')) return
    if (this.#in.takeWords('WAIT')) this.#count('WAIT')
    else this.#in.takeWords('NOWAIT')
    this.#in.takeWords('IGNORE LOCKED')
  }

  #named(): { name: ReturnType<TokenReader['name']>; query: Query } {
    const name = this.#in.name()
    this.#in.needWords('AS')
    return { name, query: this.#bracketed(() => this.query()) }
  }

  #setOperator(): string | null {
    for (const word of ['UNION', 'EXCEPT', 'INTERSECT', 'MINUS'])
      if (this.#in.takeWords(word)) {
        const isAll = word === 'UNION' && this.#in.takeWords('ALL')
        if (!isAll && word === 'UNION') this.#in.takeWords('DISTINCT')
        return isAll ? 'UNION ALL' : word
      }
    return null
  }

  #count(word: string): void {
    const token = this.#in.next()
    const isCount = token.type === 'symbol' ? token.value === '?' : token.type === 'word' && /^\d+$/.test(token.value)
    const after = this.#in.peek()
    const ends = after === undefined || this.#in.isSymbol(')') || after.type === 'word'
    if (!isCount || !ends) throw this.#in.problem(`${word} with an expression`)
  }

  #bracketed<Part>(read: () => Part): Part {
    this.#in.needSymbol('(')
    const part = read()
    this.#in.needSymbol(')')
    return part
  }

  #part(): Select | Query {
    return this.#in.isSymbol('(') ? this.#bracketed(() => this.query()) : this.#select()
  }

  #select(): Select {
    this.#in.needWords('SELECT')
    const isDistinct = this.#in.takeWords('DISTINCT')
    const items = this.#in.list(() => this.#item())
    if (!this.#in.takeWords('FROM')) throw this.#in.problem('SELECT without FROM')
    const from = this.#in
      .list(() => this.#joined())
      .reduce((left, right): Relation => ({ node: 'join', left, right, on: null }))
    const where = this.#in.takeWords('WHERE') ? this.expressions.condition() : null
    const group = this.#in.takeWords('GROUP BY') ? this.#in.list(() => this.expressions.value()) : []
    const having = this.#in.takeWords('HAVING') ? this.expressions.condition() : null
    return { isDistinct, items, from, where, group, having }
  }

  #item(): Item {
    if (this.#in.takeSymbol('*')) return { node: 'star', of: null }
    if (this.#in.isSymbol('.', 1) && this.#in.isSymbol('*', 2)) {
      const of = this.#in.name()
      this.#in.needSymbol('.')
      this.#in.needSymbol('*')
      return { node: 'star', of }
    }
    const value = this.expressions.condition()
    return { node: 'item', value, alias: this.#in.takeWords('AS') ? this.#in.name() : null }
  }

  #joined(): Relation {
    let left = this.#relation()
    for (;;) {
      if (this.#in.takeWords('CROSS JOIN')) {
        left = { node: 'join', left, right: this.#relation(), on: null }
        continue
      }
      const isOuter = ['LEFT', 'RIGHT', 'FULL'].some((word) => this.#in.takeWords(word))
      if (isOuter) this.#in.takeWords('OUTER')
      else if (!this.#in.takeWords('INNER') && !this.#in.isWord('JOIN')) return left
      this.#in.needWords('JOIN')
      const right = this.#relation()
      this.#in.needWords('ON')
      const on: Expression = this.expressions.condition()
      left = { node: 'join', left, right, on }
    }
  }

  /** Whether brackets hold a query, and no relations that are joined. */
  get #isQuery(): boolean {
    let ahead = 0
    while (this.#in.isSymbol('(', ahead)) ahead++
    return ['SELECT', 'WITH'].includes(this.#in.peek(ahead)?.value.toUpperCase() ?? '')
  }

  #relation(): Relation {
    if (this.#in.isWord('JSON_TABLE') && this.#in.isSymbol('(', 1)) {
      this.#in.next()
      return { ...this.#json.table(), alias: this.#alias() }
    }
    if (this.#in.isSymbol('(') && !this.#isQuery) return this.#bracketed(() => this.#joined())
    if (this.#in.isSymbol('(')) {
      const query = this.#bracketed(() => this.query())
      return { node: 'derived', query, alias: this.#alias() }
    }
    const path = [this.#in.name()]
    if (this.#in.takeSymbol('.')) path.push(this.#in.name())
    return { node: 'table', path, alias: this.#alias() }
  }

  #alias() {
    return this.#in.takeWords('AS') || this.#in.isName ? this.#in.name() : null
  }
}
