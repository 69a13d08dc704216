/** Notices what others commit to the database that this process reads. */
export interface ExternalChanges {
  /**
   * Whether all that others committed has been noticed, but for what is so young that it may be missed; false when
   * nobody knows. It may take a moment to find out.
   */
  readonly isCurrent: () => boolean | Promise<boolean>
  /**
   * Runs the commit of a transaction that has changed something, so that it is not taken for one of others.
   *
   * @returns what `run` returns, and whether the changes may have caused others, by triggers and the like.
   */
  readonly commit?: <T>(connection: unknown, run: () => T) => { readonly result: T; readonly hasEffects: boolean }
  readonly close?: () => void
}

/** A connection of CAP to PostgreSQL. */
export interface PostgresConnection {
  /** The process that serves it. */
  readonly processID?: number | null
  query(sql: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>
  on(event: 'notification', listener: (message: Notification) => void): void
  on(event: 'end' | 'error', listener: () => void): void
  end(): Promise<void>
}

export interface Notification {
  readonly payload?: string
  /** Of the process that served who sent it. */
  readonly processId?: number
}
