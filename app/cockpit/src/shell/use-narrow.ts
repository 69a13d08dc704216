import { useSyncExternalStore } from 'react'

/** As narrow as phones are: there is room for the page or for the navigation. */
const narrow = matchMedia('(max-width: 599px)')

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener)
  return () => {
    narrow.removeEventListener('change', listener)
  }
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
