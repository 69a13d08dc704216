import { readFileSync, readdirSync } from 'node:fs'

/** What `memoryOf` counts, for those who report it. */
export const MEMORY = 'memory of the whole process tree, pages that processes share counted once (PSS)'

/**
 * Memory in use by a process and all that it has started, in MiB; not a number where Linux does not tell.
 *
 * @param kind of a page that several processes have, `Pss` counts for each its part, `Private_Dirty` nothing.
 */
export const memoryOf = (pid: number, kind: 'Pss' | 'Private_Dirty' = 'Pss'): number => {
  const [own = NaN, ...others] = treeOf(pid).map((each) => sizeOf(each, kind))
  return others.reduce((sum, each) => sum + (each || 0), own) // one that has ended meanwhile has none
}

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Each thread lists those that it has started. @see https://man7.org/linux/man-pages/man5/proc_tid_children.5.html */
export const childrenOf = (pid: number): number[] =>
  whileItRuns(() => readdirSync(`/proc/${String(pid)}/task`), [])
    .flatMap((thread) =>
      whileItRuns(() => readFileSync(`/proc/${String(pid)}/task/${thread}/children`, 'utf8'), '').split(' '),
    )
    .filter((child) => child !== '')
    .map(Number)

/** @see https://man7.org/linux/man-pages/man5/proc_pid_smaps.5.html */
const sizeOf = (pid: number, kind: string): number => {
  const text = whileItRuns(() => readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'), '')
  return Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1_024
}

const whileItRuns = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}
