import type { DatabaseSession } from '../../api/sessions.ts'

/** A session, and those that wait for it. */
export interface Waiting {
  readonly number: number
  /** Undefined for what is no session of this database, such as a prepared transaction. */
  readonly session: DatabaseSession | undefined
  readonly waiters: readonly Waiting[]
}

/**
 * Who waits for whom: at the top those that wait for nobody, or one of each circle. Each session is there once, as near to
 * the top as can be: who waits in the queue of a lock waits for all that stand before it.
 */
export const waitTree = (sessions: readonly DatabaseSession[]): Waiting[] => {
  const byNumber = new Map(sessions.map((session) => [session.number, session]))
  const waits = sessions.flatMap(({ number, blockedBy }) =>
    blockedBy.filter((blocker) => blocker !== number).map((blocker) => ({ blocker, number })),
  )
  const waiters = Map.groupBy(waits, ({ blocker }) => blocker)
  const seen = new Set<number>()
  const below = new Map<number, number[]>()
  const place = (tops: readonly number[]): readonly number[] => {
    for (const top of tops) seen.add(top)
    const open = [...tops]
    for (const number of open) {
      const next = (waiters.get(number) ?? []).map((wait) => wait.number).filter((waiter) => !seen.has(waiter))
      for (const waiter of next) seen.add(waiter)
      below.set(number, next)
      open.push(...next)
    }
    return tops
  }
  const isFree = (number: number): boolean => (byNumber.get(number)?.blockedBy.length ?? 0) === 0
  const tops = [...place([...waiters.keys()].filter(isFree))]
  for (const number of waiters.keys()) if (!seen.has(number)) tops.push(...place([number]))
  const branch = (number: number): Waiting => ({
    number,
    session: byNumber.get(number),
    waiters: (below.get(number) ?? []).map(branch),
  })
  return tops.map(branch)
}
