import cds from '@sap/cds'
import { BASE_PATH, createAdminRouter } from './admin/index.ts'
import { ODataAdapter } from './odata/adapter.ts'

const { protocols } = cds.service as unknown as { protocols: Record<string, { impl: unknown }> }
for (const name of ['odata', 'odata-v4']) protocols[name]!.impl = ODataAdapter

cds.once('served', () => void cds.app?.use(BASE_PATH, createAdminRouter()))

export default cds.server
