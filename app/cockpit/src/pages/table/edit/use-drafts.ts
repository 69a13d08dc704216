import { useCallback, useState } from 'react'
import type { Drafts } from './drafts.ts'

const NONE: Drafts = []

/** Changes that are collected, each of which can be taken back. */
export const useDrafts = () => {
  const [history, setHistory] = useState<readonly Drafts[]>([NONE])
  const change = useCallback((next: (drafts: Drafts) => Drafts) => {
    setHistory((before) => {
      const now = before.at(-1) ?? NONE
      const changed = next(now)
      return changed === now ? before : [...before, changed]
    })
  }, [])
  const undo = useCallback(() => {
    setHistory((before) => (before.length > 1 ? before.slice(0, -1) : before))
  }, [])
  const clear = useCallback(() => {
    setHistory([NONE])
  }, [])
  return { drafts: history.at(-1) ?? NONE, canUndo: history.length > 1, change, undo, clear }
}
