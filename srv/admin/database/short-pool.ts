import type { PoolOptions } from './resource-pool.ts'

/** How long a short read keeps others waiting, and how many may last longer than that at a time; ours. */
const LASTING = { afterMs: 500, max: 4 } as const

/** Resources for short reads, apart from those of heavy work: one that lasts does not hold up the others. */
export const shortPool = <T>(options: Omit<PoolOptions<T>, 'lasting'>): PoolOptions<T> => ({
  ...options,
  lasting: LASTING,
})
