/** The public interface of this folder; CAP finds the service by its settings. */
export { indexAtStart } from './index-at-start.ts'
