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

const withSemiJoins = (tokens: readonly Token[]): Token[] => {
  const written: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const { SELECT } = (token === 'exists' ? (tokens[index + 1] as Operand | undefined) : undefined) ?? {}
    const better = SELECT && semiJoin(SELECT)
    written.push(better ?? token)
    if (better) index++
  }
  return written
}
