/** How a test file says that it is long: see `long.ts`. */
import { readFileSync } from 'node:fs'

const text = (path: string): string => readFileSync(path, 'utf8')

/** The comment at the beginning of a file. */
const header = (path: string): string => /^\/\*\*(?:(?!\*\/)[^])*/.exec(text(path))?.[0] ?? ''

/** Whether nothing else may run beside a file, which is long then, too. */
export const isAloneFile = (path: string): boolean => header(path).includes('@alone:')

/** Whether all of a file is long. */
export const isLongFile = (path: string): boolean => header(path).includes('@long:') || isAloneFile(path)

export const hasLongForm = (path: string): boolean =>
  /^import .*\/support\/long\.ts'$|\b(?:READING|DIALECT)_ENGINES\b/m.test(text(path))

/** Whether the long form of a file asks all that its quick form asks. That of a dialect has an engine of its own instead. */
export const isHeldByLongForm = (path: string): boolean => hasLongForm(path) && !/\bDIALECT_ENGINES\b/.test(text(path))
