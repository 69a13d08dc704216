import { CapODataAdapter } from './cap.ts'
import type { CapAdapter, RequestHandler, Router } from './cap.ts'
import { semantics } from './semantics.ts'

/** One thing that this project answers differently from CAP: a middleware that runs for every request, batch parts included. */
export type Concern = (adapter: CapAdapter) => RequestHandler

const CONCERNS: readonly Concern[] = [semantics]

/** CAP's OData adapter with this project's concerns in front of CAP's own handlers. */
export class ODataAdapter extends CapODataAdapter {
  override get router(): Router {
    const router = super.router
    const own = router.stack.length
    for (const concern of CONCERNS) router.use(concern(this))
    router.stack.unshift(...router.stack.splice(own))
    return router
  }
}
