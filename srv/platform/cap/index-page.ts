import { createRequire } from 'node:module'

/** CAP's own page of all that is served: written when it is first asked for, since it lists what is there by then. */
export const indexPage = (): string =>
  (createRequire(import.meta.url)('@sap/cds/app/index.js') as { readonly html: string }).html
