import cds from '@sap/cds'
import { BASE_PATH, createAdminRouter } from './admin/index.ts'
import { assertSafeStart } from './identity/index.ts'
import { mountOData } from './odata/index.ts'
import { createOpenApiRouter } from './openapi/index.ts'
import type { AuthConfiguration } from './identity/index.ts'

mountOData()

// eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it before it opens a port
cds.once('served', () => {
  const { profiles, requires } = cds.env as unknown as { profiles: string[]; requires: { auth: AuthConfiguration } }
  // eslint-disable-next-line no-restricted-properties -- the address comes from the environment, as CAP's PORT does
  const host = process.env['HOST']
  return assertSafeStart({ isProduction: profiles.includes('production'), host, auth: requires.auth })
})

cds.once('served', () => void cds.app.use('/openapi', cds.middlewares.before, createOpenApiRouter()))

cds.once('served', () => void cds.app?.use(BASE_PATH, createAdminRouter()))

export default cds.server
