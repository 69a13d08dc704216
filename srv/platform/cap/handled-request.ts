import type { CapRequest, Request } from './odata.ts'

/** Below it a HTTP request has what CAP's handlers work on; a WeakMap would keep both from being collected young. */
const HANDLED = Symbol('handled')

type Handled = Request & { [HANDLED]?: CapRequest }

export const rememberRequest = (req: Handled | undefined, request: CapRequest): CapRequest => {
  if (req) req[HANDLED] = request
  return request
}

/** What CAP's handlers work on for a HTTP request. */
export const handledRequest = (req: Handled): CapRequest | undefined => req[HANDLED]

/** Whether a request is the one that a client has sent, and not one that a handler makes of it. */
export const isOfClient = (request: { req?: object }): boolean =>
  (request.req as Handled | undefined)?.[HANDLED] === request
