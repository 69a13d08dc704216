/** `jest --filter` for `npm run test:long`. */
import { hasLongForm, isAloneFile, isLongFile } from './long-marks.ts'

const longFiles = (paths: readonly string[]): { filtered: string[] } => ({
  filtered: paths.filter((path) => !isAloneFile(path) && (isLongFile(path) || hasLongForm(path))),
})

export { longFiles as 'module.exports' }
