/** The parts of CAP's OData runtime that this folder builds on: CAP ships no types for them. */
import { createRequire } from 'node:module'
import type { ErrorRequestHandler, RequestHandler, Router } from 'express'
import type { Service } from '@sap/cds'

const require = createRequire(import.meta.url)

/** An adapter serves one CDS service over one protocol, as an express router. */
export interface CapAdapter {
  readonly service: Service
  readonly router: Router
}

type CapAdapterClass = new (service: Service, options?: object) => CapAdapter

/** CAP's own OData v4 adapter. */
export const CapODataAdapter = require('@sap/cds/lib/srv/protocols/odata-v4') as CapAdapterClass

export type { ErrorRequestHandler, RequestHandler, Router }
