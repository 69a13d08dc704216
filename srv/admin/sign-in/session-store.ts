/** A session as the server keeps it. */
export interface StoredSession {
  readonly id: string
  /** Whose it is; of one user the oldest make room. */
  readonly owner: string
  /** Their credentials, which only the browser's token opens. */
  readonly sealed: string
}

export interface SessionLimits {
  /** It ends when nobody uses it for so long, */
  readonly idleMs: number
  /** and at last after so long. */
  readonly totalMs: number
}

/** A session that lasts. */
export interface FoundSession {
  readonly sealed: string
  /** When it ends unless it is used. */
  readonly endsInMs: number
}

/** Where sessions are. */
export interface SessionStore {
  add(session: StoredSession): Promise<void>
  /** @param isUse whether that makes it last. */
  find(id: string, isUse: boolean): Promise<FoundSession | undefined>
  end(id: string): Promise<void>
}

/** Of one user at a time. */
export const MOST_OF_A_USER = 50
/** A use is written down when the last one is this long ago. */
export const USE_EVERY_MS = 60_000
