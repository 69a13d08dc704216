/** Clients that keep a server busy, over connections that they keep. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** What the clients have seen so far. */
export interface Load {
  /** Requests answered. */
  readonly answered: () => number
  /** How long the slowest request took so far. */
  readonly slowestMs: () => number
  /** What went wrong, in a line each. */
  readonly failures: readonly string[]
  /** No client begins another request; resolves when the last one has its answer. */
  stop(): Promise<void>
}

const batch = JSON.stringify({
  requests: Array.from({ length: 20 }, (_, id) => ({ id: String(id), method: 'GET', url: 'Film?$expand=characters' })),
})

/** The worst status of a batch is its own. */
const worstStatus = (status: number, body: string): number => {
  const { responses = [] } = JSON.parse(body || '{}') as { responses?: { status: number }[] }
  return Math.max(status, ...responses.map((part) => part.status))
}

/** Sends one of the requests of all kinds; resolves with its status. */
const send = (agent: Agent, url: string, turn: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const planet = JSON.stringify({ ID: randomUUID(), name: 'busy' })
    const [method, path, body] = (
      [
        ['GET', 'People?$top=20&$expand=homeworld', ''],
        ['POST', 'Planet', planet],
        ['POST', '$batch', batch],
      ] as const
    )[turn % 3]!
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(`${url}/odata/v4/SagaFilm/${path}`, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', reject).on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        const status = response.statusCode ?? 0
        resolve(path === '$batch' ? worstStatus(status, text) : status)
      })
    })
    sent.on('error', reject).end(body)
  })

export function startLoad(url: string, clients = 8): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const failures: string[] = []
  let answered = 0
  let slowestMs = 0
  let isStopping = false
  const run = async (client: number): Promise<void> => {
    for (let turn = client; !isStopping; turn++) {
      const started = performance.now()
      try {
        const status = await send(agent, url, turn)
        if (status >= 400) failures.push(`status ${status}`)
        answered++
      } catch (error) {
        failures.push((error as Error).message)
        await setTimeout(10)
      }
      slowestMs = Math.max(slowestMs, performance.now() - started)
    }
  }
  const running = Array.from({ length: clients }, (_, client) => run(client))
  const stop = async (): Promise<void> => {
    isStopping = true
    await Promise.all(running)
    agent.destroy()
  }
  return { answered: () => answered, slowestMs: () => slowestMs, failures, stop }
}
