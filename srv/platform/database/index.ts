/** The door of this folder. */
export { aroundDatabase } from './around-database.ts'
