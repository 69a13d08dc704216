import { type EventEmitter, setMaxListeners } from 'node:events'
import cds from '@sap/cds'
import { OPERATIONS, OUTCOMES, cockpitRouter, errorAnswers, extend } from 'cds-dba'
import { APPS } from './apps.ts'
import { createReadCache } from './platform/cache/index.ts'
import { aroundDatabase } from './platform/database/index.ts'
import { answerTheRest, guardRequests } from './platform/guard/index.ts'
import { indexAtStart } from './platform/sqlite/index.ts'
import { measureAdmin, measureCache, measureDatabase, measureRequests, serveMetrics } from './platform/metrics/index.ts'
import { developmentUsers, serveUser } from './platform/identity/index.ts'
import { mountOData, ODATA } from './platform/odata/index.ts'
import { createOpenApiRouter } from './platform/openapi/index.ts'
import { serveMissingPage, servePages } from './platform/pages/index.ts'
import { serveHealth, startSafely, supervise } from './platform/process/index.ts'
import { sharedState } from './platform/shared/index.ts'
import { startTelemetry } from './platform/telemetry/index.ts'
import { servePortraits } from './portraits/index.ts'
import { SESSION_PATHS, serveSignedIn, unlessSignedIn } from './sign-in.ts'

const ADMIN = { path: '/api/v1', errorAnswer: errorAnswers(), checksUrls: true }
const ADMIN_DOCUMENT = { title: 'Database Administration REST API', url: `${ADMIN.path}/openapi.json` }

// Each room listens for itself, and `cds watch` adds its own: more than the ten that Node takes for a leak.
setMaxListeners(20, cds as unknown as EventEmitter)

startTelemetry()
const cache = createReadCache()
aroundDatabase(cache.watch)
const answered = measureRequests()
const lifecycle = supervise({ below: `${ODATA.path}/`, answer: unlessSignedIn(cache.answer), answered })
measureCache(cache.statistics)
measureDatabase()
indexAtStart()
guardRequests([ADMIN, ODATA])
serveSignedIn()
serveHealth(lifecycle)
serveMetrics()
serveUser()
servePages()
servePortraits()
mountOData()
// CAP would serve the sources of the cockpit, which lie in app/.
cds.once('bootstrap', () => void cds.app.use('/cockpit', cockpitRouter()))
extend({
  settings: (cds.env as { admin?: unknown }).admin,
  shared: sharedState,
  sessionPaths: SESSION_PATHS,
  tryAs: developmentUsers((cds.env as { requires: { auth?: object } }).requires.auth ?? {}, [
    'viewer',
    'operator',
    'admin',
  ]),
  apps: APPS,
  meters: measureAdmin(OPERATIONS, OUTCOMES),
  onWritten: cache.changed,
})
cds.once('served', () => {
  cds.app.use('/openapi', cds.middlewares.before, createOpenApiRouter([ADMIN_DOCUMENT]))
})
serveMissingPage()
answerTheRest()

export default startSafely
