/** The door of this folder. */
export { rememberQueries } from './remember-queries.ts'
export { rememberStatements } from './remember-statements.ts'
