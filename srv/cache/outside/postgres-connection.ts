/** A connection of CAP to PostgreSQL. */
export interface PostgresConnection {
  query(sql: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>
  on(event: 'notification', listener: (message: { readonly payload?: string }) => void): void
  on(event: 'end' | 'error', listener: () => void): void
  end(): Promise<void>
}
