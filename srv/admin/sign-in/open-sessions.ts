import type { AdminConfig } from '../config.ts'
import { asAdminDatabase } from '../shared/admin-database.ts'
import { SharedSessions } from './shared-sessions.ts'
import type { SharedState } from '../shared/state.ts'
import { Sessions } from './sessions.ts'
import {
  type FoundSession,
  MOST_OF_A_USER,
  type SessionLimits,
  type SessionStore,
  type StoredSession,
} from './session-store.ts'

/** Of all users together. */
const MOST = 10_000

interface Kept extends StoredSession {
  readonly beganMs: number
  usedMs: number
}

/** The sessions of a server of one process: they end with it. */
export class LocalSessions implements SessionStore {
  readonly #limits: SessionLimits
  readonly #now: () => number
  /** In the order in which they began. */
  readonly #kept = new Map<string, Kept>()

  /** @param now tells milliseconds that only ever grow. */
  constructor(limits: SessionLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  async add(session: StoredSession): Promise<void> {
    const now = this.#now()
    const kept = [...this.#kept.values()]
    const over = kept.filter((each) => this.#endsInMs(each) <= 0)
    const others = kept.filter(({ owner }) => owner === session.owner).slice(0, 1 - MOST_OF_A_USER)
    for (const { id } of [...over, ...others, ...kept.slice(0, Math.max(0, 1 + kept.length - MOST))])
      this.#kept.delete(id)
    this.#kept.set(session.id, { ...session, beganMs: now, usedMs: now })
  }

  async find(id: string, isUse: boolean): Promise<FoundSession | undefined> {
    const session = this.#kept.get(id)
    if (!session || this.#endsInMs(session) <= 0) return undefined
    if (isUse) session.usedMs = this.#now()
    return { sealed: session.sealed, endsInMs: this.#endsInMs(session) }
  }

  async end(id: string): Promise<void> {
    this.#kept.delete(id)
  }

  #endsInMs({ beganMs, usedMs }: Kept): number {
    const { idleMs, totalMs } = this.#limits
    return Math.min(usedMs + idleMs, beganMs + totalMs) - this.#now()
  }
}

/**
 * The sessions of a server, or of all that share their state.
 *
 * @param application whose they are: browsers keep those of all ports of a host together.
 * @param paths where they count besides the API.
 */
export const openSessions = (
  { path, session: { idleSeconds, totalSeconds } }: Pick<AdminConfig, 'path' | 'session'>,
  application: string,
  shared?: SharedState,
  paths: readonly string[] = [],
): Sessions => {
  const limits = { idleMs: 1_000 * idleSeconds, totalMs: 1_000 * totalSeconds }
  const store = shared ? new SharedSessions(asAdminDatabase(shared.database), limits) : new LocalSessions(limits)
  return new Sessions(store, { name: `${application.replace(/[^\w-]+/g, '-')}-session`, paths: [path, ...paths] })
}
