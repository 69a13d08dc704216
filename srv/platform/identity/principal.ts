/** Who a caller is, whichever way they proved it. */
export interface Principal {
  readonly id: string
  /** Role names as given, without the roles they include. */
  readonly roles: readonly string[]
  /** Whether they can be believed over a loopback connection only. */
  readonly isLocal?: boolean
  /** When the proof ends, in milliseconds of `Date.now()`; undefined where it does not. */
  readonly expiresMs?: number | undefined
}
