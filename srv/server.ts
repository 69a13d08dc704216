import cds from '@sap/cds'
import { assertSafeStart } from './identity/index.ts'
import { ODataAdapter } from './odata/adapter.ts'
import type { AuthConfiguration } from './identity/index.ts'

const { protocols } = cds.service as unknown as { protocols: Record<string, { impl: unknown }> }
for (const name of ['odata', 'odata-v4']) protocols[name]!.impl = ODataAdapter

cds.once('served', () => {
  const auth = cds.env.requires.auth as unknown as AuthConfiguration
  return assertSafeStart({ isProduction: process.env['NODE_ENV'] === 'production', host: process.env['HOST'], auth })
})

export default cds.server
