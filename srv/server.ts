import cds from '@sap/cds'
import { BASE_PATH, createAdminRouter } from './admin/index.ts'
import { answerTheRest, guardRequests } from './guard/index.ts'
import { mountOData } from './odata/index.ts'
import { createOpenApiRouter } from './openapi/index.ts'
import { serveHealth, startSafely, supervise } from './process/index.ts'

const ADMIN_DOCUMENT = { title: 'Database Administration REST API', url: `${BASE_PATH}/openapi.json` }

const lifecycle = supervise()
guardRequests()
serveHealth(lifecycle)
mountOData()
cds.once('served', () => void cds.app.use('/openapi', cds.middlewares.before, createOpenApiRouter([ADMIN_DOCUMENT])))
cds.once('served', () => void cds.app.use(BASE_PATH, createAdminRouter()))
answerTheRest()

export default startSafely
