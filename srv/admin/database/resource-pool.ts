import { AdminError } from '../core/errors.ts'
import type { ConnectionUsage } from './session.ts'

/** How many resources of all these pools there are of each kind at this moment. */
export const usageOf = (...pools: readonly Usable[]): ConnectionUsage => {
  const sum = (kind: keyof ConnectionUsage): number => pools.reduce((total, { usage }) => total + usage[kind], 0)
  return { idle: sum('idle'), busy: sum('busy'), waiting: sum('waiting') }
}

interface Usable {
  readonly usage: ConnectionUsage
}

export interface PoolOptions<T> {
  readonly create: () => Promise<T>
  readonly destroy: (resource: T) => Promise<void>
  readonly max: number
  /** Resources that are lent for longer than this leave their places to others, so many at a time. */
  readonly lasting?: { readonly afterMs: number; readonly max: number }
  /** Resources that nobody has used for so long are destroyed. */
  readonly idleMs: number
}

/** At most `max` resources besides lasting ones, made when needed and lent to one user at a time. */
export class ResourcePool<T> {
  readonly #options: PoolOptions<T>
  /** The one that was used last comes last, and goes first to the next user: the others are left to their end. */
  readonly #idle: { readonly resource: T; readonly timer: NodeJS.Timeout }[] = []
  readonly #lent = new Map<T, NodeJS.Timeout | undefined>()
  readonly #lasting = new Set<T>()
  readonly #waiting: (() => void)[] = []
  #size = 0
  #closed = false

  constructor(options: PoolOptions<T>) {
    this.#options = options
  }

  /** @throws the signal's reason when it aborts while waiting; what `create` throws. */
  async acquire(signal: AbortSignal): Promise<T> {
    for (;;) {
      if (signal.aborted) {
        this.#waiting.shift()?.() // the turn that this one had is the next one's
        throw signal.reason
      }
      if (this.#closed) throw new AdminError('DATABASE_UNAVAILABLE', 'The database connections are closed')
      const idle = this.#idle.pop()
      if (idle) {
        clearTimeout(idle.timer)
        return this.#lend(idle.resource)
      }
      if (this.#size < this.#options.max) return this.#lend(await this.#make())
      await this.#turn(signal)
    }
  }

  /** Takes a resource back; one that is not `reusable` is destroyed. */
  async release(resource: T, reusable: boolean): Promise<void> {
    clearTimeout(this.#lent.get(resource))
    this.#lent.delete(resource)
    if (this.#lasting.delete(resource)) this.#size++
    if (reusable && !this.#closed && this.#size <= this.#options.max) this.#rest(resource)
    else {
      this.#size--
      await this.#options.destroy(resource)
    }
    this.#waiting.shift()?.()
  }

  /** Takes an idle resource that broke out of the pool; one that is lent is found out by its user. */
  forget(resource: T): void {
    if (!this.#takeIdle(resource)) return
    this.#waiting.shift()?.()
  }

  /** At this moment. */
  get usage(): ConnectionUsage {
    return { idle: this.#idle.length, busy: this.#lent.size, waiting: this.#waiting.length }
  }

  /** Destroys all resources, lent ones too. */
  async close(): Promise<void> {
    this.#closed = true
    for (const wake of this.#waiting.splice(0)) wake()
    const idle = this.#idle.splice(0)
    for (const { timer } of idle) clearTimeout(timer)
    this.#size -= idle.length
    await Promise.all(
      [...idle.map((each) => each.resource), ...this.#lent.keys()].map((resource) => this.#options.destroy(resource)),
    )
  }

  #rest(resource: T): void {
    const end = (): void => {
      if (this.#takeIdle(resource)) void this.#options.destroy(resource).catch(() => undefined) // it is gone either way
    }
    this.#idle.push({ resource, timer: setTimeout(end, this.#options.idleMs).unref() })
  }

  /** @returns whether it was idle, and counts no more. */
  #takeIdle(resource: T): boolean {
    const index = this.#idle.findIndex((each) => each.resource === resource)
    if (index < 0) return false
    clearTimeout(this.#idle.splice(index, 1)[0]?.timer)
    this.#size--
    return true
  }

  #lend(resource: T): T {
    const { lasting } = this.#options
    const timer = lasting && setTimeout(() => this.#leavePlace(resource, lasting.max), lasting.afterMs).unref()
    this.#lent.set(resource, timer)
    return resource
  }

  #leavePlace(resource: T, max: number): void {
    if (this.#lasting.size >= max) return
    this.#lasting.add(resource)
    this.#size--
    this.#waiting.shift()?.()
  }

  async #make(): Promise<T> {
    this.#size++
    try {
      return await this.#options.create()
    } catch (error) {
      this.#size--
      this.#waiting.shift()?.()
      throw error
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(wake), 1)
        resolve()
      }
      this.#waiting.push(wake)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
}

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
