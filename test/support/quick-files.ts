/** `jest --filter` for `npm test`. With `LONG_FOLLOWS`, as in CI, what the long form asks as well is left to it. */
import process from 'node:process'
import { isHeldByLongForm, isLongFile } from './long-marks.ts'

const isLeft = (path: string): boolean => 'LONG_FOLLOWS' in process.env && isHeldByLongForm(path)

const quickFiles = (paths: readonly string[]): { filtered: string[] } => ({
  filtered: paths.filter((path) => !isLongFile(path) && !isLeft(path)),
})

export { quickFiles as 'module.exports' }
