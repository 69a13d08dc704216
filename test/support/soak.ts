/** A load of all kinds that leaves everything as it was: reads of ever new questions, drafts, batches, and the work of administrators. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { basic } from './users.ts'

type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<string>
type Task = (send: Send, turn: number) => Promise<unknown>

const SERVICE = '/odata/v4/SagaFilm'
const ADMIN = basic('admin')
const EXPORTS = ['csv', 'json', 'ndjson', 'xlsx']

const idOf = (text: string): string => (JSON.parse(text) as { ID: string }).ID

const TASKS: readonly Task[] = [
  (send, turn) =>
    send('GET', `${SERVICE}/People?$top=${1 + (turn % 50)}&$filter=name ne 'soak ${turn}'&$expand=homeworld`),
  (send, turn) => send('GET', `${SERVICE}/Film?$expand=characters&$filter=contains(title,'${turn % 1_000}')`),
  async (send, turn) => {
    const ID = idOf(await send('POST', `${SERVICE}/Film`, { title: `soak ${turn}` }))
    const draft = `${SERVICE}/Film(ID=${ID},IsActiveEntity=false)`
    await send('PATCH', draft, { director: 'soak' })
    await send('DELETE', draft)
  },
  async (send, turn) => {
    const ID = randomUUID()
    await send('POST', `${SERVICE}/Planet`, { ID, name: `soak ${turn}` })
    await send('PATCH', `${SERVICE}/Planet(${ID})`, { climate: 'arid' })
    await send('DELETE', `${SERVICE}/Planet(${ID})`)
  },
  (send, turn) =>
    send('POST', `${SERVICE}/$batch`, {
      requests: Array.from({ length: 10 }, (_, id) => ({
        ...{ id: String(id), method: 'GET', url: `People?$filter=height gt ${turn % 500}&$skip=${id}&$top=5` },
      })),
    }),
  (send, turn) =>
    send('POST', '/api/v1/export', { table: 'saga_People', format: EXPORTS[turn % EXPORTS.length] }, ADMIN),
  async (send, turn) => {
    const file = `soak-${turn % 3}.csv`
    const rows = Array.from({ length: 200 }, (_, row) => `${randomUUID()},soak ${row}\n`).join('')
    const headers = { ...ADMIN, 'content-type': 'application/octet-stream' }
    await send('PUT', `/api/v1/files/${file}?overwrite=true`, `ID,name\n${rows}`, headers)
    await send('POST', '/api/v1/import', { table: 'saga_Planet', file, matchMode: 'name', dryRun: true }, ADMIN)
  },
  (send, turn) =>
    send('POST', '/api/v1/query', { sql: `select name, ${turn} as turn from saga_People limit 20` }, ADMIN),
  (send, turn) =>
    send('POST', '/api/v1/dataProfile', { table: 'saga_People', columns: turn % 2 ? 'name,mass' : 'height' }, ADMIN),
]

/** What has come of a load. */
export interface Soak {
  readonly answered: () => number
  /** How often each answer came that is no success. */
  readonly refusals: Readonly<Record<string, number>>
  stop(): Promise<void>
}

export const startSoak = (url: string, clients = 4): Soak => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const refusals: Record<string, number> = {}
  let answered = 0
  let isStopping = false
  const send: Send = (method, path, body, given = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...given }
      request(url + encodeURI(path), { agent, method, headers }, (response) => {
        let answer = ''
        response.setEncoding('latin1')
        response.on('error', reject).on('data', (chunk: string) => (answer += chunk))
        response.on('end', () => {
          answered++
          if ((response.statusCode ?? 0) < 400) return resolve(answer)
          const name = `${method} ${path.split(/[?(]/)[0] ?? ''} ${response.statusCode}`
          refusals[name] = (refusals[name] ?? 0) + 1
          reject(new Error(name))
        })
      })
        .on('error', reject)
        .end(text)
    })
  const run = async (client: number): Promise<void> => {
    for (let turn = client; !isStopping; turn += clients)
      await TASKS[Math.floor(turn / clients + client) % TASKS.length]!(send, turn).catch(() => undefined)
  }
  const runs = Array.from({ length: clients }, (_, client) => run(client))
  return {
    answered: () => answered,
    refusals,
    stop: async () => {
      isStopping = true
      await Promise.all(runs)
      agent.destroy()
    },
  }
}
