/** The rooms of the platform around a model that is not ours. */
import cds from '@sap/cds'
import { aroundDatabase } from '../../../srv/platform/database/index.ts'
import { guardRequests } from '../../../srv/platform/guard/index.ts'
import { mountOData, ODATA } from '../../../srv/platform/odata/index.ts'

aroundDatabase(() => undefined)
guardRequests([ODATA])
mountOData()

export default cds.server
