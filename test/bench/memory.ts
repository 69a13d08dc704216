import { readFileSync, readdirSync } from 'node:fs'

const MIB = 1_048_576

/** Memory in use by a process and all that it has started, in MiB; not a number where Linux does not tell. */
export const memoryOf = (pid: number): number => {
  try {
    return residentBytes(pid) / MIB + childrenOf(pid).reduce((sum, child) => sum + (memoryOf(child) || 0), 0)
  } catch {
    return NaN
  }
}

/** Each thread lists those that it has started. @see https://man7.org/linux/man-pages/man5/proc_tid_children.5.html */
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${String(pid)}/task`)
    .flatMap((thread) => readFileSync(`/proc/${String(pid)}/task/${thread}/children`, 'utf8').split(' '))
    .filter((child) => child !== '')
    .map(Number)

const residentBytes = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0)
