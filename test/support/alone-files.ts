/** `jest --filter` for `npm run test:alone`. */
import { isAloneFile } from './long-marks.ts'

const aloneFiles = (paths: readonly string[]): { filtered: string[] } => ({ filtered: paths.filter(isAloneFile) })

export { aloneFiles as 'module.exports' }
