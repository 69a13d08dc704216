import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CatalogNames } from '../../srv/admin/catalog/names.ts'
import { clonedSchemas } from '../../srv/admin/catalog/registers.ts'
import type { Model } from '../../srv/admin/core/model.ts'
import type { Database } from '../../srv/admin/database/session.ts'
import { ROUTES } from '../../srv/admin/http/routes.ts'
import { type Api, type ApiOptions, as, startApi } from './admin-api.ts'
import { type TestEngine, useEngine } from './engines.ts'
import type { WireAnswer } from './http-client.ts'

type Body = Record<string, unknown>
type Send = (body: Body, headers?: Record<string, string>, user?: string) => Promise<WireAnswer>

/** Export and import over HTTP on one engine. */
export interface TransferApi {
  readonly api: Api
  readonly engine: () => TestEngine
  readonly exportTable: Send
  readonly importTable: Send
  /** Puts a file into the files directory. */
  readonly put: (name: string, content: string | Uint8Array) => void
  readonly read: (name: string) => string
}

export interface TransferOptions extends Pick<ApiOptions, 'settings'> {
  readonly model?: Model
  /** Puts something between the operations and the database. */
  readonly around?: (database: Database) => Database
}

/** Starts an engine and the API around it before the tests of a `describe`. */
export const useTransfer = (name: string, options: TransferOptions = {}): TransferApi => {
  const engine = useEngine(name)
  const directory = mkdtempSync(join(tmpdir(), 'saga-transfer-'))
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true })
  })
  const cloned = clonedSchemas(directory)
  const api = startApi({
    ...(options.settings && { settings: options.settings }),
    routes: ROUTES.filter(({ path }) => path === '/export' || path === '/import'),
    services: {
      get dialect() {
        return engine().dialect
      },
      get database() {
        return options.around?.(engine().database) ?? engine().database
      },
      get names() {
        return new CatalogNames(engine().dialect, null, cloned)
      },
      model: options.model ?? { entities: [], services: [] },
    },
  })
  const post =
    (path: string, defaultUser: string): Send =>
    (body, headers = {}, user = defaultUser) =>
      api.send({
        method: 'POST',
        path: `/api/v1/${path}`,
        headers: { ...as(user), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
  return {
    api,
    engine,
    exportTable: post('export', 'operator'),
    importTable: post('import', 'admin'),
    put: (file, content) => {
      writeFileSync(join(api.files, file), content)
    },
    read: (file) => readFileSync(join(api.files, file), 'utf8'),
  }
}
