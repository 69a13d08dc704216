import { createRequire } from 'node:module'
import cds from '@sap/cds'
import type { Request } from 'express'

const require = createRequire(import.meta.url)

/** CAP's checks of input data. `strict` makes them accept only real GUIDs and booleans; it counts until first use. */
export const inputChecks = require('@sap/cds/lib/req/validate') as {
  (data: object, target: object, options: { readonly protocol: string; readonly cleanse: boolean }): Error[] | undefined
  strict?: boolean
}

type TypeClass = { readonly prototype: { strict_check?: (value: unknown) => boolean } }

/** CAP's classes of built-in types, by name without `cds.`; a `strict_check` counts where `inputChecks.strict` is set. */
export const typeClasses = (cds.linked as unknown as { classes: Readonly<Record<string, TypeClass | undefined>> })
  .classes

/** CAP's own page of all that is served: written when it is first asked for, since it lists what is there by then. */
export const indexPage = (): string => (require('@sap/cds/app/index.js') as { readonly html: string }).html

/** CAP's own reading of the language that a client asks for, which it keeps at the request. */
export const requestedLocale = require('@sap/cds/lib/i18n/locale') as (req: Request) => unknown
