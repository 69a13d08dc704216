/** The server under measurement: a process of its own, started as users start it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Engine } from './engines/engine.ts'

export interface Server {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** @param folder its directory of files, where it also keeps what else it writes. */
export const startServer = async (engine: Engine, folder: string): Promise<Server> => {
  const server = spawn('cds-serve', ['--profile', engine.profile], {
    env: {
      ...process.env,
      ...engine.env,
      PORT: '0',
      HOST: '127.0.0.1',
      CDS_CONFIG: JSON.stringify({
        admin: {
          files: folder,
          schemas: join(folder, 'schemas'),
          limits: { importFileBytes: 1_000_000_000, importFileBytesMax: 100_000_000_000, filesBytes: 100_000_000_000 },
        },
      }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const { pid } = server
  if (pid === undefined) throw new Error('cds-serve cannot be started')
  return {
    url: await listening(server.stdout),
    pid,
    stop: async () => {
      if (server.exitCode !== null) return
      process.kill(-pid, 'SIGTERM')
      await once(server, 'exit')
    },
  }
}

const listening = async (output: Readable): Promise<string> => {
  let text = ''
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const port = /listening on .*?:(\d+)/.exec(text)?.[1]
    if (port !== undefined) {
      output.resume()
      return `http://127.0.0.1:${port}`
    }
  }
  throw new Error(`The server has ended: ${text}`)
}
