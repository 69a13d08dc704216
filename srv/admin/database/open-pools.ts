import { ResourcePool, usageOf } from './resource-pool.ts'
import type { ConnectionUsage } from './session.ts'

/** How long a short read keeps others waiting, and how many may last longer than that at a time; ours. */
const LASTING = { afterMs: 500, max: 4 } as const

/** How long a connection stays that nobody uses: those of SQLite are processes of some 60 MiB each. */
const IDLE_MS = 60_000

/** Connections to a server besides those of the application: for heavy work, for short reads, and for statements of users. */
export const CONNECTIONS = { work: 4, short: 2, askers: 2 } as const

interface Maker<T> {
  /** @param onEnd to be told of a resource that broke. @param isShort whether it is for short reads. */
  create(onEnd: (resource: T) => void, isShort: boolean): Promise<T>
  destroy(resource: T): Promise<void> | void
}

type Pools<Name extends string, T> = Readonly<Record<Name, ResourcePool<T>>> & {
  usage(): ConnectionUsage
  close(): Promise<void>
}

/** Pools of one kind of resource. Of those that are `short` one that lasts does not hold up the others. */
export const openPools = <Name extends string, T>(
  sizes: Readonly<Record<Name, number>>,
  { create, destroy }: Maker<T>,
  idleMs = IDLE_MS,
): Pools<Name, T> => {
  const open = (max: number, isShort: boolean): ResourcePool<T> => {
    const pool: ResourcePool<T> = new ResourcePool({
      max,
      idleMs,
      create: () => create((resource) => pool.forget(resource), isShort),
      destroy: async (resource) => {
        await destroy(resource)
      },
      ...(isShort && { lasting: LASTING }),
    })
    return pool
  }
  const named = Object.entries<number>(sizes).map(([name, max]) => [name, open(max, name === 'short')] as const)
  const pools = named.map(([, pool]) => pool)
  return {
    ...(Object.fromEntries(named) as Record<Name, ResourcePool<T>>),
    usage: () => usageOf(...pools),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}
