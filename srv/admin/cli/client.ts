import { readFile } from 'node:fs/promises'

export type Answer = Readonly<Record<string, unknown>>

/** How requests are sent: as `fetch` does. */
type Transport = (url: string, sending: Sending) => Promise<Response>

/** Who asks which server. */
export interface Connection {
  /** Of the API, without a slash at its end. */
  readonly url: string
  /** Value of `Authorization`; undefined for nobody. */
  readonly login: string | undefined
  readonly transport?: Transport
}

interface Given {
  readonly url?: string
  readonly login?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Whether neither options nor environment name a server, or who asks one. */
export const namesNoServer = ({ url, login }: Given, environment: Environment): boolean =>
  [url, login, environment['DBA_URL'], environment['DBA_TOKEN'], environment['DBA_USER']].every(
    (each) => each === undefined,
  )

const DEFAULT_URL = 'http://localhost:4004/api/v1'

/**
 * Takes address and login from options, and else from `DBA_URL`, `DBA_TOKEN`, `DBA_USER` and `DBA_PASSWORD`.
 *
 * @param options.login a JSON file with `token`, or `user` and `password`, and `url` where wanted.
 * @throws UsageError
 */
export const connectionOf = async (options: Given, environment: Environment): Promise<Connection> => {
  const stored = options.login === undefined ? {} : await readLogin(options.login)
  const url = options.url ?? stored.url ?? environment['DBA_URL'] ?? DEFAULT_URL
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError(`'${url}' is no address of a server`)
  const { token, user, password } = options.login
    ? stored
    : { token: environment['DBA_TOKEN'], user: environment['DBA_USER'], password: environment['DBA_PASSWORD'] }
  const basic = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`
  return { url: url.endsWith('/') ? url.slice(0, -1) : url, login: token === undefined ? basic : `Bearer ${token}` }
}

interface StoredLogin {
  readonly url?: string
  readonly token?: string
  readonly user?: string
  readonly password?: string
}

const readLogin = async (file: string): Promise<StoredLogin> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StoredLogin
  } catch (error) {
    throw new UsageError(`The login '${file}' cannot be read: ${(error as Error).message}`)
  }
}

/** An answer of the server that tells an error. */
export class ServerError extends Error {
  readonly answer: Answer

  constructor(status: number, answer: Answer) {
    const { code = `HTTP ${status}`, details = answer['error'] ?? '' } = answer
    super(`${String(code)}: ${String(details)}`)
    this.name = 'ServerError'
    this.answer = answer
  }
}

/** What is sent besides the login. */
export interface Sending {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | ReadableStream
  /** Of a body that is a stream. */
  readonly duplex?: 'half'
}

/** Asks the API. */
export class Client {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** @param input of a GET as its query. @throws ServerError; Error where there is no server. */
  async ask(method: string, path: string, input: Answer = {}): Promise<Answer> {
    const isQuery = method !== 'POST'
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    const response = await this.send(`${path}${isQuery && query !== '' ? `?${query}` : ''}`, {
      method,
      ...(!isQuery && { body: JSON.stringify(input), headers: { 'Content-Type': 'application/json' } }),
    })
    return (await response.json()) as Answer
  }

  /** @returns the response of a success, whose body is still to be read. */
  async send(path: string, { headers = {}, ...options }: Sending = {}): Promise<Response> {
    const { url, login, transport = fetch } = this.#connection
    const sent = { Accept: 'application/json', ...(login !== undefined && { Authorization: login }), ...headers }
    const response = await transport(`${url}${path}`, { ...options, headers: sent }).catch((error: unknown) => {
      const { cause, message } = error as Error
      throw new Error(`${url} is not reached: ${cause instanceof Error ? cause.message : message}`)
    })
    if (response.ok) return response
    const text = await response.text()
    throw new ServerError(response.status, parsed(text))
  }
}

const parsed = (text: string): Answer => {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return { details: text.slice(0, 200) }
  }
}

/** What is wrong with the words of a command line. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
