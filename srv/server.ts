import cds from '@sap/cds'
import { BASE_PATH, createAdminRouter } from './admin/index.ts'
import { createReadCache } from './cache/index.ts'
import { answerTheRest, guardRequests } from './guard/index.ts'
import { mountOData } from './odata/index.ts'
import { createOpenApiRouter } from './openapi/index.ts'
import { serveHealth, startSafely, supervise } from './process/index.ts'

const cache = createReadCache()
const lifecycle = supervise(cache.answer)
guardRequests()
serveHealth(lifecycle)
mountOData()
cds.once('served', () => void cds.app.use('/openapi', cds.middlewares.before, createOpenApiRouter()))
cds.once('served', () => void cds.app.use(BASE_PATH, createAdminRouter({ onWritten: cache.changed })))
answerTheRest()

export default startSafely
