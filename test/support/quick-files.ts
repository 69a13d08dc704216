/** `jest --filter` for `npm test`. */
import { isLongFile } from './long-marks.ts'

const quickFiles = (paths: readonly string[]): { filtered: string[] } => ({
  filtered: paths.filter((path) => !isLongFile(path)),
})

export { quickFiles as 'module.exports' }
