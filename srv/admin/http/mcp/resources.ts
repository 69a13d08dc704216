import type { AdminConfig } from '../../config.ts'
import { AdminError } from '../../core/errors.ts'
import type { JsonObject } from '../../operations/operation.ts'
import { framed, type RunOperation } from './run-operation.ts'
import type { Operations } from './operations.ts'

interface Resource {
  readonly uri: string
  readonly name: string
  readonly description?: string
  readonly mimeType: string
}

export interface ResourceReader {
  readonly templates: (Omit<Resource, 'uri'> & { readonly uriTemplate: string })[]
  /** @param cursor where the last page has ended. @throws AdminError */
  list(cursor: string | undefined): Promise<{ resources: Resource[]; nextCursor?: string }>
  /** @throws AdminError */
  read(uri: string): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }>
}

const MODEL = 'dba://model'
const TABLE = /^dba:\/\/table\/([^/]+)\/([^/]+)$/
const TYPE = 'application/json'
const PAGE = 100
/** Characters that tell which tool goes on. */
const GOES_ON = 100

/** What of the database can be read by an address: its structure, whole or of one table. */
export const resourcesOf = (operations: Operations, { mcp }: AdminConfig, run: RunOperation): ResourceReader => {
  const ask = async (name: string, input: JsonObject): Promise<string> => {
    const endpoint = operations.get(name)
    if (!endpoint) throw new AdminError('ROUTE_NOT_FOUND', 'There is no such resource here')
    return run(endpoint, input)
  }
  return {
    templates: [
      {
        uriTemplate: 'dba://table/{schema}/{table}',
        name: 'table',
        description: 'Structure of a table or view',
        mimeType: TYPE,
      },
    ],
    list: async (cursor) => {
      const offset = offsetOf(cursor)
      const { schema } = JSON.parse(await ask('GET /columns', { limit: 0 })) as { schema: string }
      const page = JSON.parse(await ask('GET /tables', { schema, limit: PAGE, offset })) as {
        readonly tables: readonly { readonly name: string }[]
        readonly truncated: boolean
      }
      const tables = page.tables.map(({ name }) => ({ uri: tableUri(schema, name), name, mimeType: TYPE }))
      const model = {
        uri: MODEL,
        name: 'model',
        description: 'Tables, their keys and what they refer to',
        mimeType: TYPE,
      }
      return {
        resources: offset === 0 ? [model, ...tables] : tables,
        ...(page.truncated && { nextCursor: String(offset + tables.length) }),
      }
    },
    read: async (uri) => {
      const text = uri === MODEL ? await ask('GET /structure', {}) : await ask('GET /table', tableOf(uri))
      return {
        contents: [
          { uri, mimeType: TYPE, text: JSON.stringify(rest(framed(text, {}, mcp.answerCharacters - GOES_ON), uri)) },
        ],
      }
    },
  }
}

/** A resource takes no arguments: a tool goes on. */
const rest = ({ next, ...frame }: JsonObject, uri: string): JsonObject =>
  next === undefined
    ? frame
    : {
        ...frame,
        next:
          uri === MODEL
            ? { tool: 'run_operation', operation: 'GET /structure', ...(next as JsonObject) }
            : { tool: 'describe_table', ...(next as JsonObject) },
      }

const offsetOf = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0
  if (!/^\d{1,9}$/.test(cursor)) throw new AdminError('INVALID_PARAMETER', 'The cursor is none that was told')
  return Number(cursor)
}

const tableUri = (schema: string, table: string): string =>
  `dba://table/${encodeURIComponent(schema)}/${encodeURIComponent(table)}`

const tableOf = (uri: string): JsonObject => {
  const [, schema = '', table = ''] = TABLE.exec(uri) ?? []
  try {
    if (table !== '') return { schema: decodeURIComponent(schema), table: decodeURIComponent(table) }
  } catch {
    // Told below.
  }
  throw new AdminError('INVALID_PARAMETER', 'There is no such resource: dba://model, or dba://table/{schema}/{table}')
}
