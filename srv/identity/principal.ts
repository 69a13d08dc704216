/** Who a caller is, whichever way they proved it. */
export interface Principal {
  readonly id: string
  /** Role names as given, without the roles they include. */
  readonly roles: readonly string[]
}
