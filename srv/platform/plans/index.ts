/** The public interface of this folder. */
export { beginWithPartners } from './begin-with-partners.ts'
export { orderByKeys } from './order-by-keys.ts'
export { pageFirst } from './page-first.ts'
export { planLimitsOnce } from './plan-limits-once.ts'
export { RecentMap } from './recent-map.ts'
export { rememberQueries } from './remember-queries.ts'
export { rememberStatements } from './remember-statements.ts'
