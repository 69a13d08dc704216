import cds from '@sap/cds'
import { BASE_PATH, OPERATIONS, OUTCOMES, createAdminRouter } from './admin/index.ts'
import { answerTheRest, guardRequests } from './guard/index.ts'
import { measureAdmin, measureDatabase, measureRequests, serveMetrics } from './metrics/index.ts'
import { mountOData } from './odata/index.ts'
import { createOpenApiRouter } from './openapi/index.ts'
import { serveHealth, startSafely, supervise } from './process/index.ts'

const lifecycle = supervise()
measureRequests()
measureDatabase()
guardRequests()
serveHealth(lifecycle)
serveMetrics()
mountOData()
cds.once('served', () => void cds.app.use('/openapi', cds.middlewares.before, createOpenApiRouter()))
const meters = measureAdmin(OPERATIONS, OUTCOMES)
cds.once('served', () => void cds.app.use(BASE_PATH, createAdminRouter({ meters })))
answerTheRest()

export default startSafely
