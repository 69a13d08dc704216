import cds from '@sap/cds'
import { ODataAdapter } from './odata/adapter.ts'
import { createOpenApiRouter } from './openapi/index.ts'

const { protocols } = cds.service as unknown as { protocols: Record<string, { impl: unknown }> }
for (const name of ['odata', 'odata-v4']) protocols[name]!.impl = ODataAdapter

cds.on('served', () => void cds.app.use('/openapi', cds.middlewares.before, createOpenApiRouter()))

export default cds.server
