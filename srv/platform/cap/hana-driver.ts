/** A connection of CAP's service for SAP HANA, by either of its drivers. The test of private parts names each member. */
export interface HanaConnection {
  /** The driver's own. */
  readonly _native: {
    /** `hdb`: what the server has told of the connection. */
    readonly connectOptions?: { readonly connectionId?: number }
    /** `hdb`: closes the socket at once, and tells who waits for an answer why. */
    destroy?: (error: Error) => void
    /** `@sap/hana-client`: the same. */
    abort?: (done: () => void) => void
  }
  exec: (sql: string) => Promise<unknown>
  /** Waits for the end of what runs. */
  disconnect: () => Promise<unknown>
}
