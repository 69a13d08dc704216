import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A server that is being replaced may need a moment to end. */
const PATIENCE_MS = 2_000
const POLL_MS = 100

const REASONS: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `port ${port} of ${host} is taken by another process: end that, or choose another port, as in PORT=${port + 1} npm start`,
  EACCES: (port) => `port ${port} is for administrators: choose one above 1023, as in PORT=4004 npm start`,
  EADDRNOTAVAIL: (_port, host) => `HOST must be an address of this machine, and '${host}' is not`,
}

/** Why nobody can listen there: the code that the system has for it. */
const failureOf = async (port: number, host: string): Promise<string | undefined> => {
  const server = createServer().listen({ port, host, exclusive: true })
  try {
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

/** Names what keeps the server from listening, before it has done anything else; empty where nothing does. */
export const findListenProblems = async (port: number, host: string): Promise<string[]> => {
  if (port === 0) return []
  const deadline = performance.now() + PATIENCE_MS
  let code = await failureOf(port, host)
  while (code === 'EADDRINUSE' && performance.now() < deadline) {
    await setTimeout(POLL_MS)
    code = await failureOf(port, host)
  }
  const reason = code === undefined ? undefined : REASONS[code]
  return reason ? [reason(port, host)] : []
}
