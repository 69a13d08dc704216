import { semiJoin } from './semi-join.ts'
import type { Operand, Token } from './semi-join.ts'

/** CAP's translation of queries to SQL, as far as this file changes it. */
interface Translation {
  xpr(expression: { readonly xpr: readonly Token[] }): string
}

/** What this file uses of a CAP database service, and of the transactions that derive from it. */
interface DatabaseService {
  readonly kind?: string
  class: { readonly CQN2SQL: new (...args: never[]) => Translation }
}

/** Has SQLite, whose planner does not do so by itself, begin with what a condition on partners looks for. */
export const beginWithPartners = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'sqlite') return
  class PartnersFirst extends service.class.CQN2SQL {
    override xpr(expression: { readonly xpr: readonly Token[] }): string {
      const { xpr } = expression
      return super.xpr(xpr.includes('exists') ? { ...expression, xpr: withSemiJoins(xpr) } : expression)
    }
  }
  service.class = Object.create(service.class, { CQN2SQL: { value: PartnersFirst } }) as DatabaseService['class']
}

const withSemiJoins = (tokens: readonly Token[]): Token[] =>
  tokens.reduce<Token[]>((written, token) => {
    const { SELECT } = written.at(-1) === 'exists' ? (token as Operand) : {}
    const better = SELECT && semiJoin(SELECT)
    return better ? [...written.slice(0, -1), better] : [...written, token]
  }, [])
