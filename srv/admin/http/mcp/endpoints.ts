import type { Request } from 'express'
import type { AdminConfig } from '../../config.ts'
import * as t from '../../core/json-schema.ts'
import { AdminError } from '../../errors.ts'
import { demandOwnPage } from '../../sign-in/signed-in.ts'
import type { Endpoint, EndpointCall } from '../endpoint.ts'
import { logCause } from '../error-handler.ts'
import type { Logger } from '../logger.ts'
import type { Perform } from '../perform.ts'
import { createBodyReader } from '../read-input.ts'
import { operationsFor } from './operations.ts'
import { MCP_PATH, metadataUrlOf } from './resource-metadata.ts'
import { resourcesOf } from './resources.ts'
import { operationRunner } from './run-operation.ts'
import { loadSdk } from './sdk.ts'
import { createServer } from './server.ts'
import { toolsOf } from './tool-list.ts'

export interface McpOptions {
  /** What the API serves otherwise. */
  readonly endpoints: readonly Endpoint[]
  readonly basePath: string
  readonly config: AdminConfig
  readonly perform: Perform
  readonly log: Logger
  /** Of the tokens that the application takes, where it is known. */
  readonly issuer?: string | undefined
  readonly load?: typeof loadSdk
}

/** The operations as tools of agents, by the Model Context Protocol: the same roles, inputs, limits, masks and audit. */
export const mcpEndpoints = ({ endpoints, config, perform, log, ...options }: McpOptions): readonly Endpoint[] => {
  const { basePath, issuer, load = loadSdk } = options
  const operations = operationsFor(endpoints, config)
  const offer = toolsOf(operations, config)
  const readBody = createBodyReader(config.limits.bodyBytes)
  const common = {
    path: MCP_PATH,
    role: 'viewer',
    tag: 'Agents',
    input: t.object({}),
    isPlain: true,
    ...(config.mcp.enabled &&
      issuer !== undefined && {
        metadataUrl: (request: Request) => metadataUrlOf(request, `${basePath}${MCP_PATH}`),
      }),
  } as const
  const answer = async (call: EndpointCall, body?: unknown): Promise<Response> => {
    const sdk = await load()
    const run = operationRunner(perform, call)
    const handler = sdk.createMcpHandler(
      () =>
        createServer(sdk, {
          tools: offer(call.user, run),
          resources: resourcesOf(operations, config, run),
          operationId: call.operationId,
          onError: (error) => logCause(log, error, call.operationId),
        }),
      // Nothing changes of what is told, and a stream that tells nothing holds a connection.
      { maxSubscriptions: 0 },
    )
    return handler.fetch(toWebRequest(call), body === undefined ? {} : { parsedBody: body })
  }
  const check = (request: Request): void => {
    if (!config.mcp.enabled)
      throw new AdminError(
        'FORBIDDEN',
        'The Model Context Protocol is disabled: enable it with the setting dba.mcp.enabled; in production it is disabled by default',
      )
    demandOwnPage(request)
  }
  return [
    {
      ...{ ...common, method: 'GET', body: 'none', summary: 'Tells that there are no streams of their own' },
      handle: async (call) => {
        check(call.request)
        return answer(call)
      },
    },
    {
      ...{ ...common, method: 'POST', body: 'bytes', summary: 'Takes one message of the Model Context Protocol' },
      handle: async (call) => {
        check(call.request)
        return answer(call, await readBody(call.request, responseTo(call.request)))
      },
    },
  ]
}

const responseTo = ({ res }: Request) => res as NonNullable<Request['res']>

/** What the protocol looks at; credentials are nothing for it. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id']

const toWebRequest = ({ request, signal }: EndpointCall): globalThis.Request => {
  const headers = new Headers()
  for (const name of HEADERS) {
    const value = request.get(name)
    if (value !== undefined) headers.set(name, value)
  }
  return new globalThis.Request(`http://localhost${MCP_PATH}`, { method: request.method, headers, signal })
}
