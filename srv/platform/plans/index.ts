/** The public interface of this folder. */
export { orderByKeys } from './order-by-keys.ts'
export { pageFirst } from './page-first.ts'
export { rememberQueries } from './remember-queries.ts'
export { beginWithPartners, planLimitsOnce, rememberStatements, takeTurns } from './sqlite.ts'
