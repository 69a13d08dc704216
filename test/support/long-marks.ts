/** How a test file says that it is long: see `long.ts`. */
import { readFileSync } from 'node:fs'

const text = (path: string): string => readFileSync(path, 'utf8')

/** Whether the comment at the beginning of a file says that all of it is long. */
export const isLongFile = (path: string): boolean => /^\/\*\*(?:(?!\*\/)[^])*@long:/.test(text(path))

export const hasLongForm = (path: string): boolean =>
  /^import .*\/support\/long\.ts'$|\bREADING_ENGINES\b/m.test(text(path))
