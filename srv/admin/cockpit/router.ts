/** The cockpit: pages for people, built into plain files. They talk to the administration API like any other client. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler, type Router } from 'express'
import type { AppLink } from './app-link.ts'

/** Where its build lies: beside this file, in the repository, in the image and in the package. */
const BUILD = fileURLToPath(new URL('./dist', import.meta.url))

/** What the pages have to know of the server, told at `server.json`. Addresses are relative to the cockpit's own. */
export interface CockpitServer {
  readonly name: string
  /** The root of the application. */
  readonly site: string
  /** The administration API. */
  readonly api: string
  /** How to sign in: by name and password, as who the browser is signed in already, or not at all. */
  readonly login: 'password' | 'browser' | 'none'
  /** The service that tells of the model's records, where there is one. */
  readonly records: string | null
  /** Whether admins may run statements of their own; null where not. */
  readonly query: true | null
  /** Users of a server in development, whose passwords are their names. */
  readonly tryAs: readonly string[]
  /** What else the application has to look at. */
  readonly apps: readonly AppLink[]
}

// Nothing from elsewhere, nothing inline but styles, which web components set.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The build names these by their content. */
const HASHED = /^\/assets\//
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const YEAR_MS = 31_536_000_000

/**
 * Serves the build to everybody: it holds no data. Texts are sent as they were compressed when it was built.
 *
 * @param describe what the pages have to know; asked once the services are served.
 */
export const createCockpitRouter = (describe: () => CockpitServer, folder = BUILD): Router => {
  const router = express.Router()
  router.use((_, res, next) => {
    res.set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'X-Content-Type-Options': 'nosniff' })
    next()
  })
  router.get('/server.json', (_, res) => {
    res.set('Cache-Control', 'no-cache').json(describe())
  })
  if (!existsSync(join(folder, 'index.html'))) return router.use(notBuilt)
  router.use(preferCompressed(folder))
  router.use(
    express.static(folder, {
      cacheControl: false,
      setHeaders: (res, file) => {
        const isHashed = HASHED.test(file.slice(folder.length).replaceAll('\\', '/'))
        res.set('Cache-Control', isHashed ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache')
      },
    }),
  )
  return router.use(nothingHere)
}

/** Sends a file's compressed neighbour to clients that read it. */
const preferCompressed = (folder: string): RequestHandler => {
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `/${name.replaceAll('\\', '/')}`),
  )
  return (req, res, next) => {
    // The page's addresses are relative, so its own ends in a slash: without one static files redirect there.
    const path = req.originalUrl.startsWith(`${req.baseUrl}/`) && req.path === '/' ? '/index.html' : req.path
    const offered = ENCODINGS.filter(([, extension]) => files.has(path + extension))
    if (offered.length > 0) res.vary('Accept-Encoding')
    const accepted = req.acceptsEncodings(...offered.map(([name]) => name), 'identity')
    const extension = offered.find(([name]) => name === accepted)?.[1]
    if (extension !== undefined) {
      req.url = path + extension
      res.set('Content-Encoding', String(accepted)).type(path.slice(path.lastIndexOf('.')))
    }
    next()
  }
}

// Without it CAP would serve the sources of the pages from here.
const nothingHere: RequestHandler = (_, res) => {
  res.status(404).type('text').send('The cockpit has no such file.\n')
}

const notBuilt: RequestHandler = (_, res) => {
  res.status(404).type('text').send('The cockpit has not been built: npm run build --prefix app/cockpit\n')
}
