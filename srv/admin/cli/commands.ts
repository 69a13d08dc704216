import { type Answer, type Client, UsageError } from './client.ts'
import { type Command, fields, text } from './command.ts'
import { TRANSFER_COMMANDS } from './transfer-commands.ts'

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
interface Operation {
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Types of its input, by name, as far as they are single ones. */
  readonly types: ReadonlyMap<string, string | undefined>
}

/** All operations that take JSON or a query. */
const operationsOf = async (client: Client): Promise<Operation[]> => {
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
const findOperation = (operations: readonly Operation[], name: string): Operation => {
  const [, method, path = ''] = /^(?:(GET|POST|DELETE|PUT) )?\/?(.*)$/i.exec(name) ?? []
  const found = operations.filter(
    (each) => each.path === `/${path}` && (method === undefined || each.method === method.toUpperCase()),
  )
  const [only = found.find((each) => each.method !== 'DELETE')] = found.length === 1 ? found : []
  if (only) return only
  throw new UsageError(`There is no operation '${name}': cds-dba call lists those there are`)
}

/** Reads `name=value`: numbers, booleans and JSON as what the operation takes. @throws UsageError */
const inputOf = ({ types, path }: Operation, words: readonly string[]): Answer =>
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

/** All of them, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...TRANSFER_COMMANDS,
  diff: {
    usage: 'diff <table> <table>',
    about: 'Tells whether two tables hold the same rows',
    words: [2, 2],
    options: { schema1: text, schema2: text, 'key-columns': text, columns: text, timeout: text },
    run: async ({ client, words: [table1, table2], options }) => {
      const input = fields(options, 'schema1', 'schema2', 'key-columns', 'columns', 'timeout')
      const answer = await client.ask('POST', '/compareData', { table1, table2, ...input })
      const { summary, ...rest } = answer
      return { answer: { ...rest, ...(summary as Answer) }, hasFindings: answer['identical'] !== true }
    },
  },
  drift: {
    usage: 'drift',
    about: 'Tells how the database differs from the model of the application',
    words: [0, 0],
    options: { schema: text, ignore: text, limit: text, timeout: text },
    run: async ({ client, options }) => {
      const answer = await client.ask('POST', '/modelDrift', fields(options, 'schema', 'ignore', 'limit', 'timeout'))
      if (answer['supported'] === false) throw new Error(String(answer['reason']))
      return { answer, list: 'findings', hasFindings: answer['inSync'] !== true }
    },
  },
  check: {
    usage: 'check [<table> …]',
    about: 'Checks rows against what the model says of them',
    words: [0, Infinity],
    options: { schema: text, 'max-errors': text, timeout: text },
    run: async ({ client, words, options }) => {
      const input = fields(options, 'schema', 'max-errors', 'timeout')
      const answer = await client.ask('POST', '/checks/run', { ...(words.length > 0 && { tables: words }), ...input })
      return { answer, list: 'tables', hasFindings: answer['valid'] !== true }
    },
  },
  query: {
    usage: 'query <statement>',
    about: 'Runs one statement that only reads',
    words: [1, 1],
    options: { limit: text, timeout: text },
    run: async ({ client, words: [sql], options }) => ({
      answer: await client.ask('POST', '/query', { sql, ...fields(options, 'limit', 'timeout') }),
      list: 'rows',
    }),
  },
  call: {
    usage: 'call [<operation> [name=value …]]',
    about: 'Calls any operation; without one it lists all',
    words: [0, Infinity],
    options: {},
    run: async ({ client, words: [name, ...values] }) => {
      const operations = await operationsOf(client)
      if (name === undefined)
        return {
          answer: {
            operations: operations.map(({ method, path, summary }) => ({
              operation: `${method} ${path.slice(1)}`,
              summary,
            })),
          },
        }
      const operation = findOperation(operations, name)
      const { path, rest } = withParameters(operation.path, inputOf(operation, values))
      return { answer: await client.ask(operation.method, path, rest) }
    },
  },
}

/** Fields that stand in the path. */
const withParameters = (path: string, input: Answer): { readonly path: string; readonly rest: Answer } => {
  const names = new Set(path.match(/(?<=\{)\w+(?=\})/g))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name]
    if (typeof value !== 'string') throw new UsageError(`'${name}' is required`)
    return encodeURIComponent(value)
  })
  return { path: filled, rest: Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name))) }
}
