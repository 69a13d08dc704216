import cds from '@sap/cds'
import { ODataAdapter } from './odata/adapter.ts'

const { protocols } = cds.service as unknown as { protocols: Record<'odata' | 'odata-v4', { impl: unknown }> }
for (const name of ['odata', 'odata-v4'] as const) protocols[name].impl = ODataAdapter

export default cds.server
