import { hrefOf, navigate, parseRoute, useRoute } from './route.ts'

export type Options = Readonly<Record<string, string | undefined>>

/** Changes some options; undefined and the empty text take one away. */
type ChangeOptions = (changes: Options) => void

/**
 * What is chosen on a page. It stands in the address, so that it can be kept, sent, and linked to from other pages.
 *
 * @returns the options, what changes some of them, and what does that as a step that one can come back from.
 */
export const useOptions = (): readonly [options: Options, change: ChangeOptions, step: ChangeOptions] => [
  useRoute().options,
  changeOptions,
  stepTo,
]

// Reads the address anew: two changes at a time keep each other.
const changed = (changes: Options): string => {
  const { page, segments, options } = parseRoute(location.hash)
  return hrefOf(page, segments, { ...options, ...changes })
}

const changeOptions: ChangeOptions = (changes) => {
  navigate(changed(changes), { replace: true })
}

const stepTo: ChangeOptions = (changes) => {
  navigate(changed(changes))
}
