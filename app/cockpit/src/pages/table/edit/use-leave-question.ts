import { useEffect } from 'react'
import { guardRoute, parseRoute } from '../../../parts/route.ts'

const placeOf = ({ page, segments, options }: ReturnType<typeof parseRoute>): string =>
  JSON.stringify([page, segments, options['tab'] ?? 'rows'])

/** Asks before the page is left for another one, or closed, while there is something to lose. */
export const useLeaveQuestion = (isDirty: boolean, question: string): void => {
  useEffect(() => {
    if (!isDirty) return
    const here = placeOf(parseRoute(location.hash))
    // The browser asks in its own words when it closes a page; it waits for an answer in these as well.
    const onUnload = (event: BeforeUnloadEvent): void => {
      event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    const endGuard = guardRoute((next) => placeOf(next) === here || confirm(question))
    return () => {
      removeEventListener('beforeunload', onUnload)
      endGuard()
    }
  }, [isDirty, question])
}
