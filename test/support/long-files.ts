/** `jest --filter` for `npm run test:long`. */
import { hasLongForm, isLongFile } from './long-marks.ts'

const longFiles = (paths: readonly string[]): { filtered: string[] } => ({
  filtered: paths.filter((path) => isLongFile(path) || hasLongForm(path)),
})

export { longFiles as 'module.exports' }
