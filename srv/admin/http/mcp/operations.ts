import type { AdminConfig } from '../../config.ts'
import { nearNames } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import type { Principal } from '../../jobs/job.ts'
import type { Json, JsonObject } from '../../operations/operation.ts'
import type { Endpoint } from '../endpoint.ts'
import { GUIDES } from '../guides.ts'
import { plainSchema } from '../plain-schema.ts'
import { closedSchema } from '../validate-input.ts'

/** What agents may call of the API, by method and path. */
export type Operations = ReadonlyMap<string, Endpoint>

const QUERY = 'POST /query'
const PARAMETERS = /(?<=\{)\w+(?=\})/g

/** All operations, and the work in the background; files are sent and taken over HTTP alone. */
export const operationsFor = (endpoints: readonly Endpoint[], config: AdminConfig): Operations =>
  new Map(
    endpoints
      .filter(({ tag, path }) => tag === 'Operations' || (tag === 'Background work' && !path.endsWith('/file')))
      .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint])
      .filter(([name]) => name !== QUERY || config.query),
  )

export const onlyReads = ({ onlyReads, method }: Endpoint): boolean => onlyReads ?? method === 'GET'

export const isFor = ({ role }: Endpoint, user: Principal): boolean =>
  role !== null && role !== 'login' && user.is(role)

/** Those of a kind that a user has the role for, in the order of the API. */
export const allowedOf = (operations: Operations, user: Principal, reads: boolean): [string, Endpoint][] =>
  [...operations].filter(([, endpoint]) => onlyReads(endpoint) === reads && isFor(endpoint, user))

/** @throws AdminError `ROUTE_NOT_FOUND` with near names, for what the user has no role for as well. */
export const findOperation = (known: readonly [string, Endpoint][], name: string): Endpoint => {
  const found = known.find(([each]) => each === name)
  if (found) return found[1]
  const near = nearNames(
    name,
    known.map(([each]) => each),
  )
  const hint = near.length > 0 ? `; did you mean ${near.map((each) => `'${each}'`).join(', ')}?` : ''
  throw new AdminError(
    'ROUTE_NOT_FOUND',
    `'${name.slice(0, 64)}' is no operation that this tool offers you${hint}; list_operations tells all`,
  )
}

export const parametersOf = ({ path }: Endpoint): string[] => path.match(PARAMETERS) ?? []

/** All that a caller has to know of one operation. */
export const describeOperation = (name: string, endpoint: Endpoint): JsonObject => {
  const { about, errors, limits, examples } = GUIDES[name] ?? {}
  const { properties, required, ...rest } = plainSchema(closedSchema(endpoint.input, endpoint.body === 'json')) as {
    readonly properties?: JsonObject
    readonly required?: readonly string[]
  } & JsonObject
  const parameters = parametersOf(endpoint)
  return {
    operation: name,
    summary: endpoint.summary,
    ...(about !== undefined && { about }),
    onlyReads: onlyReads(endpoint),
    background: endpoint.isHeavy === true,
    input: {
      ...rest,
      properties: { ...Object.fromEntries(parameters.map((each) => [each, { type: 'string' }])), ...properties },
      required: [...parameters, ...(required ?? [])],
    },
    ...(examples && { examples: examples.map(({ title, input }): Json => ({ title, input })) }),
    ...(errors && { errors: { ...errors } }),
    ...(limits && { limits }),
  }
}
