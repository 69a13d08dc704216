import { readNames, writeNames } from '../../parts/form-options.ts'
import type { Options } from '../../parts/use-options.ts'

/** More columns than these are not shown at first: nobody looks at a thousand. */
const SHOWN = 40
const MANY = 60

/** Columns that are not shown: those that the address names, or all but those that it names. */
export const hiddenColumns = (names: readonly string[], { hide, show }: Options): ReadonlySet<string> => {
  if (show !== undefined) {
    const shown = new Set(readNames(show))
    return new Set(names.filter((name) => !shown.has(name)))
  }
  if (hide !== undefined) return new Set(readNames(hide).filter((name) => names.includes(name)))
  return new Set(names.length > MANY ? names.slice(SHOWN) : [])
}

/** Hidden columns as they stand in the address, in the shorter form. */
export const writeHidden = (names: readonly string[], hidden: readonly string[]): Options => {
  const shown = names.filter((name) => !hidden.includes(name))
  if (hidden.length === 0) return { show: undefined, hide: names.length > MANY ? '[]' : undefined }
  return shown.length < hidden.length
    ? { show: writeNames(shown) || '[]', hide: undefined }
    : { show: undefined, hide: writeNames(hidden) }
}
