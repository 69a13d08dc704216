import type { Answer, Client } from './client.ts'
import { UsageError } from './usage-error.ts'

interface Described {
  readonly summary?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema } | undefined>> }
}
interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
}
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>

/** An operation of the server, as its own description has it. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Types of its input, by name, as far as they are single ones. */
  readonly types: ReadonlyMap<string, string | undefined>
}

/** All operations that take JSON or a query. */
export const operationsOf = async (client: Client): Promise<Operation[]> => {
  const { paths } = (await client.ask('GET', '/openapi.json')) as unknown as { paths: Paths }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => !requestBody || requestBody.content['application/json'])
      .map(([method, { summary = '', parameters = [], requestBody }]): Operation => {
        const body = requestBody?.content['application/json']?.schema?.properties ?? {}
        const types = [
          ...parameters.map(({ name, schema }) => [name, schema?.type] as const),
          ...Object.entries(body).map(([name, { type }]) => [name, type] as const),
        ]
        return { method: method.toUpperCase(), path, summary, types: new Map(types) }
      }),
  )
}

/**
 * @param name `tables`, or with its method where several have the path: `DELETE copies`.
 * @throws UsageError naming what there is.
 */
export const findOperation = (operations: readonly Operation[], name: string): Operation => {
  const [, method, path = ''] = /^(?:(GET|POST|DELETE|PUT) )?\/?(.*)$/i.exec(name) ?? []
  const found = operations.filter(
    (each) => each.path === `/${path}` && (method === undefined || each.method === method.toUpperCase()),
  )
  const [only = found.find((each) => each.method !== 'DELETE')] = found.length === 1 ? found : []
  if (only) return only
  throw new UsageError(`There is no operation '${name}': cds-dba call lists those there are`)
}

/** Reads `name=value`: numbers, booleans and JSON as what the operation takes. @throws UsageError */
export const inputOf = ({ types, path }: Operation, words: readonly string[]): Answer =>
  Object.fromEntries(
    words.map((word) => {
      const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? []
      if (name === '') throw new UsageError(`'${word}' is not of the form name=value`)
      if (!types.has(name)) throw new UsageError(`'${name}' is no input of ${path}: ${[...types.keys()].join(', ')}`)
      return [name, valueOf(text, types.get(name))]
    }),
  )

const valueOf = (text: string, type: string | undefined): unknown => {
  if (type === 'string' || (type === undefined && !/^\s*[[{]/.test(text))) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
