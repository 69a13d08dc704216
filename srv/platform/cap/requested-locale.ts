import { createRequire } from 'node:module'
import type { Request } from 'express'

/** CAP's own reading of the language that a client asks for, which it keeps at the request. */
export const requestedLocale = createRequire(import.meta.url)('@sap/cds/lib/i18n/locale') as (req: Request) => unknown
