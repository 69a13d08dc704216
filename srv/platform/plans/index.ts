/** The public interface of this folder. */
export { orderByKeys, pageFirst } from './orders.ts'
export { rememberQueries } from './remember-queries.ts'
export { beginWithPartners, planLimitsOnce, rememberStatements, takeTurns } from './sqlite.ts'
