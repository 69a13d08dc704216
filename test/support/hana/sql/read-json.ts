/** What makes rows of a JSON text, and a JSON text of rows: "JSON_TABLE" and "FOR JSON" of the SQL reference. */
import type { ExpressionReader } from './read-expression.ts'
import type { JsonColumn, Relation } from './syntax.ts'
import type { TokenReader } from './token-reader.ts'

type JsonTable = Omit<Extract<Relation, { node: 'json' }>, 'alias'>

const OPTIONS = ['format', 'omitnull', 'arraywrap']
/** A path as the reference has it: members and elements of the context. */
const PATH = /^(?:strict |lax )?\$(?:\.[\w$]+|\["[^"]+"\]|\.?"[^"]+"|\[(?:\d+|\*)\])*$/

export class JsonReader {
  readonly #in: TokenReader
  readonly #expressions: ExpressionReader

  constructor(input: TokenReader, expressions: ExpressionReader) {
    this.#in = input
    this.#expressions = expressions
  }

  /** After the word: `(context, path COLUMNS (column type PATH path, …) [ERROR|NULL ON ERROR])` */
  table(): JsonTable {
    this.#in.needSymbol('(')
    const context = this.#expressions.value()
    this.#in.needSymbol(',')
    this.#path()
    this.#in.needWords('COLUMNS')
    this.#in.needSymbol('(')
    const columns = this.#in.list(() => this.#column())
    this.#in.needSymbol(')')
    if (this.#in.takeWords('ERROR') || this.#in.takeWords('EMPTY')) this.#in.needWords('ON ERROR')
    this.#in.needSymbol(')')
    return { node: 'json', context, columns }
  }

  /** After the words: `[(option = value, …)] [RETURNS type]` */
  returned(): string {
    if (this.#in.takeSymbol('(')) {
      const names = this.#in.list(() => this.#option())
      if (new Set(names).size !== names.length) throw this.#in.problem('an option of FOR JSON twice')
      this.#in.needSymbol(')')
    }
    if (!this.#in.takeWords('RETURNS')) return 'NVARCHAR'
    const { type } = this.#type()
    if (!['VARCHAR', 'NVARCHAR', 'CLOB', 'NCLOB'].includes(type)) throw this.#in.problem(`FOR JSON RETURNS ${type}`)
    return type
  }

  #option(): string {
    const name = this.#string()
    if (this.#in.takeOperator('=') === null) throw this.#in.problem('= expected')
    const value = this.#string()
    if (!OPTIONS.includes(name) || !['yes', 'no'].includes(value))
      throw this.#in.problem(`FOR JSON has no option ${name} of ${value}`)
    return name
  }

  #column(): JsonColumn {
    const name = this.#in.name()
    if (this.#in.takeWords('FOR ORDINALITY')) return { name, type: null, sizes: [] }
    const { type, sizes } = this.#type()
    this.#in.takeWords('FORMAT JSON')
    this.#in.needWords('PATH')
    this.#path()
    return { name, type, sizes }
  }

  #type(): { type: string; sizes: number[] } {
    const type = this.#in.next().value.toUpperCase()
    const sizes: number[] = []
    if (this.#in.takeSymbol('(')) {
      sizes.push(...this.#in.list(() => Number(this.#in.next().value)))
      this.#in.needSymbol(')')
    }
    return { type, sizes }
  }

  #path(): void {
    const path = this.#string()
    if (!PATH.test(path)) throw this.#in.problem(`no path: ${path}`)
  }

  #string(): string {
    const token = this.#in.next()
    if (token.type !== 'string') throw this.#in.problem('a text expected')
    return token.value
  }
}
