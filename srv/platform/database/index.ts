/** The public interface of this folder. */
export { aroundDatabase } from './around-database.ts'
