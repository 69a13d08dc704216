import { hrefOf, navigate, parseRoute, useRoute } from './route.ts'

export type Options = Readonly<Record<string, string | undefined>>

/**
 * What is chosen on a page. It stands in the address, so that it can be kept, sent, and linked to from other pages.
 *
 * @returns the options, and what changes some of them; undefined and the empty text take one away.
 */
export const useOptions = (): readonly [Options, (changes: Options) => void] => [useRoute().options, changeOptions]

// Reads the address anew: two changes at a time keep each other.
const changeOptions = (changes: Options): void => {
  const { page, segments, options } = parseRoute(location.hash)
  navigate(hrefOf(page, segments, { ...options, ...changes }), { replace: true })
}
