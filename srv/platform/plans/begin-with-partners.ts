import { changeTranslation, type DatabaseService } from '../cap/database-service.ts'
import { type Operand, semiJoin, type Token } from './semi-join.ts'

/** Has SQLite, whose planner does not do so by itself, begin with what a condition on partners looks for. */
export const beginWithPartners = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'sqlite') return
  changeTranslation(
    service,
    (Translation) =>
      class PartnersFirst extends Translation {
        override xpr(expression: { readonly xpr: readonly Token[] }): string {
          const { xpr } = expression
          return super.xpr(xpr.includes('exists') ? { ...expression, xpr: withSemiJoins(xpr) } : expression)
        }
      },
  )
}

const withSemiJoins = (tokens: readonly Token[]): Token[] =>
  tokens.reduce<Token[]>((written, token) => {
    const { SELECT } = written.at(-1) === 'exists' ? (token as Operand) : {}
    const better = SELECT && semiJoin(SELECT)
    return better ? [...written.slice(0, -1), better] : [...written, token]
  }, [])
