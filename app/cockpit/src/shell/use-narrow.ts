import { useMedia } from '../parts/use-media.ts'

/** As narrow as phones are: there is room for the page or for the navigation. */
export const useNarrow = (): boolean => useMedia('(max-width: 599px)')
