/** Another page of the application, for the line at the top of the cockpit. */
export interface AppLink {
  /** Where it is on the server, from its root: `/orders/`. */
  readonly href: string
  readonly title: { readonly en: string; readonly de: string }
}
