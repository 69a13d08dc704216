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
