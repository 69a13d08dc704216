import cds from '@sap/cds'
import { compose } from './compose.ts'
import { correlate } from './correlation.ts'
import { allowOrigins, mayWrite } from './cors.ts'
import { readCors } from './cors-settings.ts'
import { type Api, serveApis } from './error-answer.ts'
import { securityHeaders } from './headers.ts'
import { limitLanguage } from './language.ts'
import { readLimits } from './limits.ts'
import { refuseHostile } from './refuse-hostile.ts'

interface Environment {
  readonly profiles: readonly string[]
  readonly livereload?: unknown
  readonly server: { body_parser?: object }
}

/** Puts the guard in front of everything that is served. To be called before the server starts, and before others are. */
export const guardRequests = (apis: readonly Api[]): void => {
  serveApis(apis)
  cds.on('bootstrap', (app) => {
    const { profiles, livereload, server } = cds.env as unknown as Environment
    const isProduction = profiles.includes('production')
    const limits = readLimits()
    const cors = readCors()
    // CAP's own parser of bodies takes its limit from here.
    server.body_parser = { ...server.body_parser, limit: limits.bodyBytes }
    app.disable('x-powered-by')
    const headers = securityHeaders({ isProduction, hasLiveReload: livereload !== undefined })
    const origins = cors ? [allowOrigins(cors)] : []
    app.use(compose([correlate, headers, ...origins, refuseHostile(limits, mayWrite(cors)), limitLanguage]))
  })
}
