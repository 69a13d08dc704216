import { Type } from '@sinclair/typebox'
import { ERRORS } from '../core/errors.ts'
import { type Json, type JsonObject, ROLES } from '../operations/operation.ts'
import type { Endpoint } from './endpoint.ts'
import { errorSchema, NOT_INSTALLED, STATUS_MEANINGS } from './error-handler.ts'
import { aboutOf, exampleOf, examplesOf } from './guides.ts'
import { describeMember } from './glossary.ts'
import { plainSchema } from './plain-schema.ts'
import { LOGIN_SCHEMES, type LoginScheme } from './login-schemes.ts'
import { closedSchema } from './validate-input.ts'

/**
 * Describes the API from what serves it: the endpoints, their schemas and the table of errors.
 *
 * @see https://spec.openapis.org/oas/v3.1.0
 */
export const describeApi = (
  endpoints: readonly Endpoint[],
  basePath: string,
  schemes: readonly LoginScheme[] = LOGIN_SCHEMES,
): JsonObject => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    const described = (paths[endpoint.path] ??= {})
    described[endpoint.method.toLowerCase()] = describeEndpoint(endpoint, 'get' in described)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Database Administration REST API',
      version: '1',
      description:
        'Inspects and maintains a relational database. Times are ISO 8601 in UTC; whole numbers beyond 2^53 - 1 and decimals ' +
        'in row data are strings, binary values base64.',
    },
    servers: [{ url: basePath }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    security: schemes.map((scheme) => ({ [scheme]: [] })),
    paths,
    components: {
      securitySchemes: Object.fromEntries(schemes.map((scheme) => [scheme, SECURITY[scheme]])),
      headers: HEADERS,
      schemas: Object.fromEntries(STATUSES.map((status) => [errorName(status), plainSchema(errorSchema(status))])),
      responses: Object.fromEntries(STATUSES.map((status) => [errorName(status), errorResponse(status)])),
    },
  }
}

const SECURITY: Readonly<Record<LoginScheme, Json>> = {
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
}

/** @param isNamed whether another method of the path has its name already. */
const describeEndpoint = (endpoint: Endpoint, isNamed: boolean): Json => {
  const id = endpoint.path
    .replace(/^\//, '')
    .replace(/\W+(\w)?/g, (_, char: string | undefined) => (char ?? '').toUpperCase())
  const body = requestBody(endpoint)
  return {
    operationId:
      endpoint.method === 'GET' || (endpoint.method === 'POST' && !isNamed)
        ? id
        : `${endpoint.method.toLowerCase()}${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.role === null
      ? { security: [] }
      : {
          description:
            endpoint.role === 'login'
              ? 'Needs a login.'
              : `${aboutOf(endpoint)}Needs the role \`${endpoint.role}\`; the roles ${ROLES.map((role) => `\`${role}\``).join(', ')} each include those before.`,
        }),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...(endpoint.isHeavy ? [PREFER] : [])],
    ...(body && { requestBody: body }),
    responses: {
      200: {
        description: endpoint.isHeavy ? 'Success; with `Prefer: respond-async` its operation id' : 'Success',
        headers: headerReferences(),
        content: successContent(endpoint),
      },
      ...Object.fromEntries(
        STATUSES.filter((status) => mayAnswer(endpoint, status)).map((status) => [
          status,
          { $ref: `#/components/responses/${errorName(status)}` },
        ]),
      ),
    },
  }
}

const mayAnswer = ({ role, mayConflict }: Endpoint, status: number): boolean => {
  if (status === NOT_INSTALLED) return false
  if (status === 409) return mayConflict === true
  return role !== null || (status !== 401 && status !== 403)
}

const STATUSES = Object.keys(STATUS_MEANINGS).map(Number)
const errorName = (status: number): string => `Error${status}`

const errorResponse = (status: number): Json => ({
  description: `${STATUS_MEANINGS[status] ?? ''}: ${Object.entries(ERRORS)
    .filter(([, [of]]) => of === status)
    .map(([code]) => code)
    .join(', ')}`,
  headers: headerReferences([
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 404 ? ['Allow'] : []),
    ...(status === 429 ? ['Retry-After'] : []),
  ]),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${errorName(status)}` } } },
})

const HEADERS: Readonly<Record<string, Json>> = {
  'X-RateLimit-Limit': header('integer', 'Allowed number of requests in a window'),
  'X-RateLimit-Remaining': header('integer', 'Requests left in this window'),
  'X-RateLimit-Reset': header('integer', 'End of this window: Unix time in seconds'),
  'X-Operation-Id': header('string', 'Names this request in logs, and its work under /operations'),
  'X-Correlation-ID': header('string', 'As sent, or made up'),
  'WWW-Authenticate': header('string', 'Accepted ways to log in'),
  Allow: header('string', 'Methods of the path, when it exists'),
  'Retry-After': header('integer', 'Seconds to wait'),
}

function header(type: string, description: string): Json {
  return { description, schema: { type } }
}

const headerReferences = (extra: readonly string[] = []): Json =>
  Object.fromEntries(
    Object.keys(HEADERS)
      .filter((name) => name.startsWith('X-') || extra.includes(name))
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

const pathParameters = (endpoint: Endpoint): Json[] =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const queryParameters = (endpoint: Endpoint): Json[] =>
  endpoint.body === 'json'
    ? []
    : Object.entries(endpoint.input.properties).map(([name, schema]) => ({
        name,
        in: 'query',
        required: (closedSchema(endpoint.input, false).required ?? []).includes(name),
        description: typeof schema.description === 'string' ? schema.description : (describeMember(name) ?? ''),
        ...exampleOf(endpoint, name),
        schema: plainSchema(schema),
      }))

const PREFER: Json = {
  name: 'Prefer',
  in: 'header',
  description: '`respond-async` runs it in the background',
  schema: { type: 'string' },
}

const requestBody = (endpoint: Endpoint): Json | undefined => {
  if (endpoint.body === 'none') return undefined
  const content: Json =
    endpoint.body === 'json'
      ? {
          'application/json': {
            schema: plainSchema(closedSchema(endpoint.input, true)),
            ...examplesOf(endpoint, ({ input }) => input),
          },
        }
      : { 'application/octet-stream': {} }
  return { required: true, content }
}

const successContent = (endpoint: Endpoint): Json => {
  const isDownload = endpoint.path.startsWith('/files/{') || endpoint.path.endsWith('/file')
  if (endpoint.method === 'GET' && isDownload) return { 'application/octet-stream': {} }
  const properties = endpoint.output?.properties ?? {}
  const schema = Type.Object(endpoint.isPlain ? properties : { success: Type.Literal(true), ...properties })
  return { 'application/json': { schema: plainSchema(schema), ...examplesOf(endpoint, ({ answer }) => answer) } }
}
