/** The public interface of this folder. */
export { indexAtStart } from './index-at-start.ts'
export { createIndexes } from './create-indexes.ts'
