/** The public interface of this folder. */
export { createReadCache } from './read-cache.ts'
export type { ReadCache } from './read-cache.ts'
export { notifyChanges } from '../../read-cache/index.ts'
