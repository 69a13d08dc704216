import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type Request, type RequestHandler } from 'express'
import { readConfig } from '../../srv/admin/config.ts'
import type { Database } from '../../srv/admin/database/session.ts'
import type { Dialect } from '../../srv/admin/dialects/dialect.ts'
import { DirectoryStore } from '../../srv/admin/files/file-store.ts'
import { ResultFiles } from '../../srv/admin/files/managed-files.ts'
import { createEndpoints } from '../../srv/admin/http/endpoints.ts'
import type { OperationServices } from '../../srv/admin/http/operation-endpoint.ts'
import type { StoreFactory } from '../../srv/admin/http/rate-limit.ts'
import type { RecordRead } from '../../srv/admin/http/audit.ts'
import { createRouter } from '../../srv/admin/http/router.ts'
import type { Route } from '../../srv/admin/http/routes.ts'
import type { Principal } from '../../srv/admin/jobs/job.ts'
import { JobRegistry } from '../../srv/admin/jobs/job-registry.ts'
import type { Names } from '../../srv/admin/operations/operation.ts'
import { openSessions } from '../../srv/admin/sign-in/open-sessions.ts'
import { signedIn } from '../../srv/admin/sign-in/sessions.ts'
import { send, type WireAnswer, type WireRequest } from './http-client.ts'

const INCLUDED: Readonly<Record<string, readonly string[]>> = {
  nobody: [],
  viewer: ['viewer'],
  operator: ['viewer', 'operator'],
  operator2: ['viewer', 'operator'],
  admin: ['viewer', 'operator', 'admin'],
}

/** Basic credentials of a test user; the password is the name. */
export const as = (user: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
})

export interface ApiOptions {
  readonly routes?: readonly Route[]
  /** What would stand under `cds.env.admin`. */
  readonly settings?: Record<string, unknown>
  readonly rateLimitStore?: StoreFactory
  /** Proxies that the server around the API believes. */
  readonly serverTrusts?: number
  /** Middlewares that the server around the API has before it. */
  readonly middlewares?: readonly RequestHandler[]
  /** What the server around the API thinks of credentials, besides what they say. */
  readonly login?: (header: string) => boolean
  /** What operations work on; read when they run. */
  readonly services?: OperationServices
  readonly recordRead?: RecordRead | undefined
  /** Of the tokens that the server around the API takes. */
  readonly issuer?: string
}

export interface Api {
  readonly port: number
  /** The directory of files. */
  readonly files: string
  /** Lines of the audit. */
  readonly audit: readonly string[]
  /** What was logged as an error. */
  readonly errors: readonly unknown[][]
  send(request: WireRequest): Promise<WireAnswer>
}

/**
 * Serves the frame of the administration API on its own before the tests of a file, around operations of the test.
 * Without services there is no database: whoever touches it finds out.
 */
export const startApi = (options: ApiOptions = {}): Api => {
  const directory = mkdtempSync(join(tmpdir(), 'saga-api-'))
  const config = readConfig({ rateLimit: { requests: 10_000 }, ...options.settings }, directory)
  const results = new ResultFiles(
    new DirectoryStore(join(config.files, '.results'), {
      fileBytes: config.limits.importFileBytesMax,
      totalBytes: config.limits.resultFilesBytes,
    }),
    1000 * config.resultSeconds,
  )
  const files = results.besides(
    new DirectoryStore(config.files, {
      fileBytes: config.limits.importFileBytes,
      totalBytes: config.limits.filesBytes,
    }),
  )
  const audit: string[] = []
  const errors: unknown[][] = []
  const log = { info: () => undefined, warn: () => undefined, error: (...args: unknown[]) => void errors.push(args) }
  const auditLog = { ...log, info: (...args: unknown[]) => void audit.push(args.map(String).join(' ')) }
  const sessions = openSessions(config, 'saga')
  const users = new WeakMap<Request, Principal>()
  const authenticate: RequestHandler = (request, _response, next) => {
    const header = request.headers.authorization
    if (header === undefined) {
      next()
      return
    }
    const [id = '', password] = Buffer.from(header.slice(6), 'base64').toString().split(':')
    const roles =
      Object.hasOwn(INCLUDED, id) && password === id && (options.login?.(header) ?? true) ? INCLUDED[id] : undefined
    if (!roles) {
      ;(request as Request & { _login: () => unknown })._login()
      return
    }
    users.set(request, { id, is: (role) => role === 'authenticated-user' || roles.includes(role) })
    next()
  }
  const app = express()
  app.set('trust proxy', options.serverTrusts ?? false)
  for (const middleware of options.middlewares ?? []) app.use(middleware)
  app.use(
    '/api/v1',
    createRouter({
      basePath: '/api/v1',
      endpoints: createEndpoints({
        basePath: '/api/v1',
        routes: options.routes ?? [],
        services: options.services ?? {
          dialect: absent<Dialect>('dialect'),
          database: absent<Database>('database'),
          names: NO_NAMES,
          model: { entities: [], services: [] },
        },
        config,
        files,
        results,
        jobs: new JobRegistry({
          ...config.heavy,
          kept: config.limits.operationsKept,
          resultBytes: config.limits.operationResultBytes,
        }),
        log,
        auditLog,
        issuer: options.issuer,
        sessions,
        recordRead: options.recordRead,
      }),
      config,
      authenticate: [signedIn(sessions), authenticate],
      currentUser: (request) => users.get(request),
      schemes: ['basic', 'bearer'],
      realm: 'saga',
      log,
      auditLog,
      rateLimitStore: options.rateLimitStore,
    }),
  )
  const server: Server = createServer(app)
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(directory, { recursive: true })
  })
  const port = (): number => (server.address() as AddressInfo).port
  return {
    get port() {
      return port()
    },
    files: config.files,
    audit,
    errors,
    send: (request) => send(port(), request),
  }
}

const absent = <T extends object>(name: string, known: Partial<T> = {}): T =>
  new Proxy({} as T, {
    get: (_, key) => {
      if (Object.hasOwn(known, key)) return known[key as keyof T]
      throw new Error(`This test has no ${name}`)
    },
  })

const NO_NAMES: Names = absent<Names>('names', {
  forAdmins: () => NO_NAMES,
  noting: () => NO_NAMES,
})

/** Waits until a condition holds; fails after so long that a busy machine is no reason. */
export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The condition did not come true')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
