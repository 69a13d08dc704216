import type { CapAdapter, RequestHandler } from './odata.ts'

/** One thing that this project answers differently from CAP: a middleware that runs for every request, batch parts included. */
export type Concern = (adapter: CapAdapter) => RequestHandler
