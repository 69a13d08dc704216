import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { workerUrl } from '../../core/worker-url.ts'
import type { Sending } from '../client.ts'

/** An application that was started for some commands. */
export interface Application {
  /** Of its API. */
  readonly path: string
  readonly socket: string
  stop(): Promise<void>
}

/** Whether a folder has an application of CAP, with its packages. */
export const isApplication = (folder: string): boolean => resolved(folder, '@sap/cds/package.json') !== undefined

const resolved = (folder: string, name: string): string | undefined => {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return undefined
  try {
    return createRequire(manifest).resolve(name)
  } catch {
    return undefined
  }
}

/** What is kept of what it says, and the lines that are told where it does not start. */
const [LAST_CHARACTERS, LAST_LINES] = [10_000, 8]
/** It is ended by force when it does not end by itself. */
const PATIENCE_MS = 10_000

/** One process, whatever the application does with more. */
const ALONE = { WORKERS: undefined, CDS_WORKERS: undefined, PORT: undefined }

/** Where the API is, from who serves it, and then what the application listens at. */
interface Message {
  readonly path?: string
  readonly socket?: string
}

/**
 * Starts the application of a folder, with the environment and the profile of this process. It opens no port: what it listens at is a
 * socket in a directory that nobody but its user may enter, and who comes there is its owner, without any login.
 *
 * @throws Error with what it has said last, where it does not start or does not serve the API.
 */
export const startApplication = async (folder: string, env: NodeJS.ProcessEnv): Promise<Application> => {
  const directory = await mkdtemp(join(tmpdir(), 'cds-dba-'))
  const isTyped = existsSync(join(folder, 'tsconfig.json')) && resolved(folder, 'tsx') !== undefined
  const child = fork(workerUrl(import.meta.url), {
    cwd: folder,
    env: { ...env, ...ALONE, DBA_OWNER_SOCKETS: directory, ...(isTyped && { CDS_TYPESCRIPT: 'true' }) },
    execArgv: isTyped ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    await ended
    clearTimeout(force)
    await rm(directory, { recursive: true, force: true })
  }
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-LAST_CHARACTERS)
    })
  const { path, socket } = await new Promise<Message>((resolve) => {
    let told: Message = {}
    child.on('message', (message: Message) => {
      told = { ...told, ...message }
      if (told.socket !== undefined) resolve(told)
    })
    void ended.then(() => resolve({}))
  })
  if (path !== undefined && socket !== undefined) return { path, socket, stop }
  await stop()
  throw new Error(
    `The application in this folder does not serve cds-dba.\n${said.trim().split('\n').slice(-LAST_LINES).join('\n')}`,
  )
}

/** Statuses that come without a body. */
const WITHOUT_BODY: readonly number[] = [204, 304]

/** `fetch` of a server that listens at a socket of the file system. */
export const overSocket =
  (socketPath: string) =>
  (url: string, { method = 'GET', headers = {}, body }: Sending): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(url)
      const sent = request({ socketPath, method, path: pathname + search, headers: { Host: 'localhost', ...headers } })
      sent.once('error', reject).once('response', (response) => {
        const { statusCode: status = 0, headers: received } = response
        const told = Object.entries(received).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        const content = WITHOUT_BODY.includes(status)
          ? null
          : (Readable.toWeb(response) as unknown as ConstructorParameters<typeof Response>[0])
        resolve(new Response(content, { status, headers: Object.fromEntries(told) as Record<string, string> }))
      })
      if (body === undefined || typeof body === 'string') sent.end(body)
      else pipeline(Readable.fromWeb(body as ReadableStream), sent).catch(reject)
    })
