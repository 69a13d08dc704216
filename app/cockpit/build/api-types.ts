/** Writes `gen/api.d.ts`: the types of the administration API, from the document that the API itself answers with. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { readConfig } from '../../../srv/admin/config.ts'
import { createEndpoints } from '../../../srv/admin/http/endpoints.ts'
import { describeApi } from '../../../srv/admin/http/openapi.ts'
import { OWN_ROUTES, ROUTES } from '../../../srv/admin/http/routes.ts'

const BASE_PATH = '/api/v1'
// Endpoints describe themselves without a database; they would want one only to be called.
const uncalled = {} as never

const endpoints = createEndpoints({
  basePath: BASE_PATH,
  routes: [...ROUTES, ...OWN_ROUTES],
  services: uncalled,
  config: readConfig({}, import.meta.dirname, {}),
  files: uncalled,
  results: uncalled,
  jobs: uncalled,
  auditLog: uncalled,
  log: uncalled,
  sessions: uncalled,
})
const document = describeApi(endpoints, BASE_PATH) as unknown as OpenAPI3
const folder = join(import.meta.dirname, '../gen')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'api.d.ts'), astToString(await openapiTS(document, { alphabetize: true })))
