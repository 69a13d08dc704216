import { Type } from '@sinclair/typebox'
import type { Endpoint } from './endpoint.ts'
import type { LoginScheme } from './login-scheme.ts'
import { describeApi } from './openapi.ts'

/** The API's own description: without a login, since it tells nothing of the database. */
export const openapiEndpoint = (
  endpoints: readonly Endpoint[],
  basePath: string,
  schemes?: readonly LoginScheme[],
): Endpoint => {
  const self: Endpoint = {
    method: 'GET',
    path: '/openapi.json',
    role: null,
    summary: 'Describes this API as OpenAPI 3.1',
    tag: 'Description',
    input: Type.Object({}),
    body: 'none',
    isPlain: true,
    handle: async () => document,
  }
  const document = describeApi([...endpoints, self], basePath, schemes)
  return self
}
