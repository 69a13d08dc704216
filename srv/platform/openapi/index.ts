/** The OpenAPI documents of the OData services, and a page that shows them and others; all assets come from this server. */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler, type Router } from 'express'
import cds from '@sap/cds'
import { generate } from './generate.ts'
import { SERVICES, type DocumentedService } from './document.ts'

interface Restricted {
  '@requires'?: string | string[]
  '@restrict'?: { to?: string | string[] }[]
}

interface Model {
  definitions: Record<string, Restricted>
}

/**
 * Lets through whoever may use one of the services, by their `@requires` or `@restrict`: a document tells no more than the
 * service does. Needs `cds.middlewares.before` in front; answers 401 to anonymous callers and 403 to others.
 */
const requireReader =
  (services: readonly DocumentedService[]): RequestHandler =>
  (req, res, next) => {
    const user = cds.context?.user ?? cds.User.anonymous
    const mayRead = ({ name }: DocumentedService): boolean => {
      const roles = rolesOf((cds.model as Model).definitions[name] ?? {})
      return roles.length === 0 || roles.some((role) => user.is(role))
    }
    if (services.some(mayRead)) next()
    else if (user.is('authenticated-user')) res.sendStatus(403)
    else (req as typeof req & { _login: () => unknown })._login()
  }

const rolesOf = (service: Restricted): string[] =>
  [service['@requires'] ?? service['@restrict']?.flatMap(({ to }) => to ?? []) ?? []].flat()

const require = createRequire(import.meta.url)
const PAGE = fileURLToPath(new URL('./page', import.meta.url))
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'))
const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt']

// Swagger UI sets style attributes and shows inline SVG; beyond that the page may load from, and talk to, this server only.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A document that the page shows beside those of the OData services. */
export interface OtherDocument {
  readonly title: string
  /** Absolute path on this server. */
  readonly url: string
}

/**
 * Creates the router; it wants `cds.middlewares.before` in front, for it serves whoever may use the services.
 *
 * Routes, relative to where it is mounted: `/` the page, `/index.json` the list of documents, `/SagaFilm.json`,
 * `/SagaEpisode.json` and `/-data.json` the documents.
 *
 * A document is generated at its first request and kept: the start stays fast, and the running model is the only source.
 */
export const createOpenApiRouter = (others: readonly OtherDocument[] = []): Router => {
  const router = express.Router()
  router.use(requireReader(SERVICES), (_, res, next) => {
    res.set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'X-Content-Type-Options': 'nosniff' })
    next()
  })
  router.get('/index.json', (_, res) => {
    res.json([...SERVICES.map(({ title, segment }) => ({ title, url: `${segment}.json` })), ...others])
  })
  for (const service of SERVICES) {
    const document = once(() => Buffer.from(JSON.stringify(generate(service))))
    router.get(`/${service.segment}.json`, requireReader([service]), (_, res) => {
      res.type('json').send(document())
    })
  }
  for (const file of SWAGGER_UI_FILES) router.get(`/swagger-ui/${file}`, sendFile(SWAGGER_UI, file))
  router.use(express.static(PAGE))
  return router
}

const sendFile =
  (root: string, file: string): RequestHandler =>
  (_, res) =>
    res.sendFile(file, { root })

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
