/** The rooms of the platform around a model that is not ours; or CAP alone, to compare with. */
import cds from '@sap/cds'
import process from 'node:process'
import { aroundDatabase } from '../../../srv/platform/database/index.ts'
import { guardRequests } from '../../../srv/platform/guard/index.ts'
import { mountOData, ODATA } from '../../../srv/platform/odata/index.ts'

if (!process.env.STOCK) {
  aroundDatabase(() => undefined)
  guardRequests([ODATA])
  mountOData()
}

export default cds.server
