import cds from '@sap/cds'
import { assertSafeStart } from './identity/index.ts'
import { ODataAdapter } from './odata/adapter.ts'
import type { AuthConfiguration } from './identity/index.ts'

const { protocols } = cds.service as unknown as { protocols: Record<'odata' | 'odata-v4', { impl: unknown }> }
for (const name of ['odata', 'odata-v4'] as const) protocols[name].impl = ODataAdapter

// eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it before it opens a port
cds.once('served', () => {
  const { profiles, requires } = cds.env as unknown as { profiles: string[]; requires: { auth: AuthConfiguration } }
  // eslint-disable-next-line no-restricted-properties -- the address comes from the environment, as CAP's PORT does
  const host = process.env['HOST']
  return assertSafeStart({ isProduction: profiles.includes('production'), host, auth: requires.auth })
})

export default cds.server
