import cds from '@sap/cds'
import { BASE_PATH, createAdminRouter } from './admin/index.ts'
import { answerTheRest, guardRequests } from './guard/index.ts'
import { mountOData } from './odata/index.ts'
import { createOpenApiRouter } from './openapi/index.ts'
import { servePages } from './pages/index.ts'
import { serveHealth, startSafely, supervise } from './process/index.ts'

const lifecycle = supervise()
guardRequests()
serveHealth(lifecycle)
servePages()
mountOData()
cds.once('served', () => void cds.app.use('/openapi', cds.middlewares.before, createOpenApiRouter()))
cds.once('served', () => void cds.app.use(BASE_PATH, createAdminRouter()))
answerTheRest()

export default startSafely
