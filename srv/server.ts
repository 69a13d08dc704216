import cds from '@sap/cds'
import { mountOData } from './odata/mount.ts'

mountOData()

export default cds.server
