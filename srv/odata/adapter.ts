import { CapODataAdapter } from './cap.ts'
import type { Router } from './cap.ts'
import type { Concern } from './concern.ts'
import { dataUrls } from './data-urls.ts'

const CONCERNS: readonly Concern[] = [dataUrls]

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
