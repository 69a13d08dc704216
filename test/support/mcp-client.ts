import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { as } from './admin-api.ts'

/** Versions of the protocol, as a client asks for them: the one without state, and the one with a handshake. */
export const VERSIONS = ['2026-07-28', '2025-11-25'] as const
export type Version = (typeof VERSIONS)[number]

/** What tools answer. */
export interface ToolAnswer {
  readonly isError: boolean
  /** Characters of its text. */
  readonly length: number
  readonly complete: boolean
  readonly cut?: readonly { readonly at: string; readonly from: number; readonly shown: number; readonly of: number }[]
  readonly next?: Record<string, unknown>
  readonly answer: Record<string, unknown>
  readonly code?: string
  readonly details?: string
  readonly notice?: string
}

/** A client of the protocol's own package, signed in as a test user. @param url of the endpoint. */
export const connectMcp = async (
  url: string,
  user: string,
  version: Version = '2026-07-28',
  headers: Record<string, string> = {},
): Promise<{
  readonly client: Client
  /** Asks a tool. */
  ask(name: string, given?: Record<string, unknown>, signal?: AbortSignal): Promise<ToolAnswer>
}> => {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...as(user), ...headers } },
  })
  const mode = version === '2026-07-28' ? { pin: version } : 'legacy'
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    ask: async (name, given = {}, signal) => {
      const result = await client.callTool({ name, arguments: given }, { ...(signal && { signal }) })
      const [block] = result.content
      if (block?.type !== 'text') throw new Error('There is no text')
      expect(JSON.parse(block.text)).toEqual(result.structuredContent)
      return {
        ...(result.structuredContent as object),
        isError: result.isError ?? false,
        length: block.text.length,
      } as ToolAnswer
    },
  }
}
