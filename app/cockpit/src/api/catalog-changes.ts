import { useEffect, useRef, useSyncExternalStore } from 'react'

let version = 0
const listeners = new Set<() => void>()

/** Says that tables, views or schemas were created or dropped: whatever lists them asks again. */
export const catalogChanged = (): void => {
  version++
  for (const listener of [...listeners]) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Loads a list again when the catalog has changed since. */
export const useReloadOnChange = (reload: () => void): void => {
  const current = useSyncExternalStore(subscribe, () => version)
  const seen = useRef(current)
  useEffect(() => {
    if (seen.current === current) return
    seen.current = current
    reload()
  }, [current, reload])
}
