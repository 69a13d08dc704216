import type { SqlToken } from '../../../srv/admin/core/sql-tokens.ts'
import { checkCondition, type Place, valueKind } from './sql/check-expression.ts'
import { type Catalog, QueryCheck } from './sql/check-query.ts'
import { QueryReader } from './sql/read-query.ts'
import type { Column, Source } from './sql/scope.ts'
import { checkColumns, isKnownForm } from './sql/statement-forms.ts'
import { StatementProblem } from './sql/syntax.ts'
import { TokenReader } from './sql/token-reader.ts'
import { agree, agreeByText, type Kind } from './sql/types.ts'

/** The name that a token stands for: without quotes it is folded to upper case. */
export const nameOf = (token: SqlToken | undefined): string | null =>
  token?.type === 'quoted' ? token.value : token?.type === 'word' ? token.value.toUpperCase() : null

/**
 * Holds a statement against the rules of SAP HANA: its grammar, the names in it, and the kinds of values. What is not
 * known here is refused, too.
 *
 * @param isOfCap whether it is CAP's, which leaves more to SAP HANA than this project does
 * @returns what is wrong with it; null when it is fine.
 * @see SAP HANA Cloud, SAP HANA Database SQL Reference Guide
 */
export const problemOf = (sql: string, catalog: Catalog, isOfCap = false): string | null => {
  try {
    new StatementCheck(sql, catalog, isOfCap).run()
    return null
  } catch (error) {
    if (!(error instanceof StatementProblem)) throw error
    return error.message
  }
}

const VIEW = /^CREATE VIEW "(?:[^"]|"")+"\."(?:[^"]|"")+" AS /

class StatementCheck {
  readonly #sql: string
  readonly #in: TokenReader
  readonly #queries: QueryReader
  readonly #check: QueryCheck

  readonly #isOfCap: boolean

  constructor(sql: string, catalog: Catalog, isOfCap: boolean) {
    this.#isOfCap = isOfCap
    const text = sql.trim()
    this.#sql = text.replace(/\s+/g, ' ')
    this.#in = new TokenReader(VIEW.test(this.#sql) ? this.#sql.replace(VIEW, '') : text)
    this.#queries = new QueryReader(this.#in)
    this.#check = new QueryCheck(catalog, isOfCap)
  }

  run(): void {
    if (isKnownForm(this.#sql)) {
      checkColumns(this.#sql)
      return
    }
    if (this.#in.isWord('SELECT', 'WITH')) this.#check.columnsOf(this.#queries.query())
    else if (this.#in.takeWords('INSERT INTO')) this.#insert()
    else if (this.#in.takeWords('UPDATE')) this.#update()
    else if (this.#in.takeWords('DELETE FROM')) this.#delete()
    else throw this.#in.problem('no statement that is known')
    if (!this.#in.isAtEnd) throw this.#in.problem()
  }

  /** @param mayBeCalled whether a name for it may follow */
  #table(mayBeCalled = false): Source {
    const path = [this.#in.name()]
    if (this.#in.takeSymbol('.')) path.push(this.#in.name())
    return this.#check.source(path, mayBeCalled && this.#in.takeWords('AS') ? this.#in.name() : null)
  }

  #column({ columns }: Source): Column {
    const { text } = this.#in.name()
    const column = columns.find(({ name }) => name === text)
    if (!column) throw new StatementProblem(`no such column ${text}`)
    return column
  }

  #insert(): void {
    const table = this.#table()
    this.#in.needSymbol('(')
    const columns = onceEach(this.#in.list(() => this.#column(table)))
    this.#in.needSymbol(')')
    const kinds = this.#in.isWord('SELECT', 'WITH')
      ? this.#check.columnsOf(this.#queries.query()).map(({ kind }) => kind)
      : this.#values(table)
    if (kinds.length !== columns.length)
      throw new StatementProblem(`${String(kinds.length)} values for ${String(columns.length)} columns`)
    columns.forEach((column, index) => this.#store(kinds[index] ?? 'unknown', column))
  }

  #values(table: Source): Kind[] {
    this.#in.needWords('VALUES')
    this.#in.needSymbol('(')
    const place = this.#check.placeOf({ ...table, columns: [] })
    const kinds = this.#in.list(() => valueKind(this.#queries.expressions.value(), place))
    this.#in.needSymbol(')')
    return kinds
  }

  #update(): void {
    const table = this.#table(true)
    const place = this.#check.placeOf(table)
    this.#in.needWords('SET')
    const changed = this.#in.list(() => {
      const column = this.#column(table)
      this.#in.needSymbol('=')
      this.#store(valueKind(this.#queries.expressions.value(), place), column)
      return column
    })
    onceEach(changed)
    this.#where(place)
  }

  #delete(): void {
    this.#where(this.#check.placeOf(this.#table(true)))
  }

  /** Large texts take texts. */
  #store(kind: Kind, { name, kind: wanted }: Column): void {
    const isText = wanted === 'large' && kind === 'text'
    const isBinary = wanted === 'largeBytes' && kind === 'binary'
    const agrees = (this.#isOfCap ? agreeByText : agree)(kind, wanted)
    if (!isText && !isBinary && !agrees) throw new StatementProblem(`${kind} for the column ${name ?? ''}`)
  }

  #where(place: Place): void {
    if (this.#in.takeWords('WHERE')) checkCondition(this.#queries.expressions.condition(), place)
  }
}

const onceEach = (columns: readonly Column[]): readonly Column[] => {
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new StatementProblem(`the column ${twice ?? ''} twice`)
  return columns
}
