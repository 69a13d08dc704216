/** Servers and databases that are killed while clients write: what was acknowledged is there, and nothing is half there. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { copyDeployedSqlite } from './deploy.ts'
import { connectPostgres } from './postgres-client.ts'
import { startDeployedPostgres } from './postgres.ts'
import { type Database, SERVE } from './server-on.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { basic } from './users.ts'

const WRITERS = 3
const IMPORTED_ROWS = 400
/** How long clients work before the next kill, at least. */
const SHORTEST_MS = 100

/** `server`: its process alone and its process with all that it has started, in turn; `database`: the postmaster, under a server that stays. */
export type Victim = 'server' | 'database'

/** What was killed, what clients were told, and what of it does not hold. */
export interface Outcome {
  readonly kills: number
  readonly acknowledgedWrites: number
  readonly acknowledgedImports: number
  /** Begun, and interrupted for the most part. */
  readonly sentImports: number
  readonly problems: readonly string[]
}

/** A database, past the server. */
interface Store {
  readonly profile: string
  readonly env: Record<string, string>
  /** Ends the database as a fault would, and starts it again. */
  kill(): Promise<void>
  ids(): Promise<Set<unknown>>
  /** The generations of the imported rows, each with how many there are of it. */
  generations(): Promise<{ generation: string; n: number }[]>
  stop(): Promise<void>
}

const IDS = `SELECT ID AS id FROM saga_Planet WHERE name LIKE 'torture%'`
const GENERATIONS = `SELECT firstData AS generation, count(*) AS n FROM saga_Data GROUP BY firstData`

const openSqlite = async (): Promise<Store> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-kills-'))
  const file = join(folder, 'saga.sqlite')
  const env = { CDS_REQUIRES_DB_CREDENTIALS_URL: file }
  await copyDeployedSqlite(file)
  const all = (sql: string): Record<string, unknown>[] => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }
  return {
    profile: 'sqlite',
    env,
    kill: () => Promise.reject(new Error('SQLite has no process of its own')),
    ids: async () => new Set(all(IDS).map(({ id }) => id)),
    generations: async () =>
      all(GENERATIONS).map(({ generation, n }) => ({ generation: String(generation), n: Number(n) })),
    stop: async () => {
      rmSync(folder, { recursive: true })
    },
  }
}

const openPostgres = async (): Promise<Store> => {
  const postgres = await startDeployedPostgres()
  const { port, password } = postgres.credentials
  const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  const all = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = await connectPostgres(postgres.credentials)
    return (await client.query(sql).finally(() => client.end())).rows
  }
  return {
    profile: 'pg',
    env,
    kill: async () => {
      const startAgain = await postgres.kill()
      await startAgain()
    },
    ids: async () => new Set((await all(IDS)).map(({ id }) => id)),
    generations: async () =>
      (await all(GENERATIONS)).map(({ generation, n }) => ({ generation: String(generation), n: Number(n) })),
    stop: () => postgres.stop(),
  }
}

/** What clients do, and what they were told. */
class Clients {
  /** Pairs of rows that were sent together, and whether they were acknowledged. */
  readonly pairs: { readonly ids: readonly string[]; isAcknowledged: boolean }[] = []
  readonly singles: string[] = []
  sentGeneration = 0
  acknowledgedGeneration = 0
  acknowledgedImports = 0
  /** Answers that no client should get, whatever happens to the database. */
  readonly faults = new Set<string>()
  #url = ''
  #running: Promise<unknown> = Promise.resolve()
  #isStopping = false

  begin(url: string): void {
    this.#url = url
    this.#isStopping = false
    const writers = Array.from({ length: WRITERS }, (_, n) => this.#loop(() => (n % 2 ? this.#pair() : this.#single())))
    this.#running = Promise.all([...writers, this.#loop(() => this.#import())])
  }

  async end(): Promise<void> {
    this.#isStopping = true
    await this.#running
  }

  async #loop(step: () => Promise<unknown>): Promise<void> {
    while (!this.#isStopping) await step().catch(() => setTimeout(20))
  }

  async #single(): Promise<void> {
    const ID = randomUUID()
    const { status } = await this.#send('POST', '/odata/v4/SagaFilm/Planet', { ID, name: 'torture' })
    if (status === 201) this.singles.push(ID)
    else await setTimeout(20)
  }

  /** Both are there in the end, or none is. */
  async #pair(): Promise<void> {
    const pair = { ids: [randomUUID(), randomUUID()], isAcknowledged: false }
    this.pairs.push(pair)
    const requests = pair.ids.map((ID, n) => ({
      id: String(n),
      atomicityGroup: 'g',
      method: 'POST',
      url: 'Planet',
      headers: { 'content-type': 'application/json' },
      body: { ID, name: 'torture pair' },
    }))
    const { body } = await this.#send('POST', '/odata/v4/SagaFilm/$batch', { requests })
    const responses = (body as { responses?: { status: number }[] } | undefined)?.responses ?? []
    for (const { status } of responses) if (isFault(status, '')) this.faults.add(`a part of a batch: ${String(status)}`)
    pair.isAcknowledged = responses.length === 2 && responses.every(({ status }) => status === 201)
    if (!pair.isAcknowledged) await setTimeout(20)
  }

  /** Replaces all rows by those of the next generation, under the same keys. */
  async #import(): Promise<void> {
    const generation = ++this.sentGeneration
    const rows = Array.from({ length: IMPORTED_ROWS }, (_, n) => `record-${String(n)},generation ${String(generation)}`)
    const admin = basic('admin')
    const file = `${['dummy,firstData', ...rows].join('\n')}\n`
    const put = await this.#send('PUT', '/api/v1/files/generation.csv?overwrite=true', file, admin)
    // The file that is there is that of a generation before.
    if (put.status >= 300) return setTimeout(20, undefined)
    const ask = { table: 'saga_Data', file: 'generation.csv', truncate: true }
    const { status } = await this.#send('POST', '/api/v1/import', ask, admin)
    if (status !== 200) return setTimeout(20, undefined)
    this.acknowledgedGeneration = generation
    this.acknowledgedImports++
  }

  async #send(method: string, path: string, body: unknown, headers = {}): Promise<{ status: number; body: unknown }> {
    const reply = await fetch(this.#url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await reply.text()
    if (isFault(reply.status, text)) this.faults.add(`${method} ${path}: ${String(reply.status)} ${text}`)
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}

/** The administration API has 500 also for what OData calls 503. */
const isFault = (status: number, text: string): boolean =>
  status >= 500 && status !== 503 && !/"code":"(DATABASE_UNAVAILABLE|IDENTITY_UNAVAILABLE|LOCK_TIMEOUT)"/.test(text)

const lookFor = async (clients: Clients, store: Store): Promise<string[]> => {
  const ids = await store.ids()
  const lost = clients.singles.filter((id) => !ids.has(id)).map((id) => `lost row ${id}`)
  const pairs = clients.pairs.flatMap(({ ids: [a = '', b = ''], isAcknowledged }) => {
    if (ids.has(a) !== ids.has(b)) return [`torn change set ${a} ${b}`]
    return isAcknowledged && !ids.has(a) ? [`lost change set ${a} ${b}`] : []
  })
  const generations = await store.generations()
  if (clients.acknowledgedImports === 0) return [...lost, ...pairs]
  const [found] = generations
  const isWhole = generations.length === 1 && found?.n === IMPORTED_ROWS
  const number = Number(/^generation (\d+)$/.exec(found?.generation ?? '')?.[1] ?? 0)
  const isLate = number < clients.acknowledgedGeneration
  return [
    ...lost,
    ...pairs,
    ...(isWhole ? [] : [`torn import: ${JSON.stringify(generations)}`]),
    ...(isLate ? [`lost import: ${String(number)} of ${String(clients.acknowledgedGeneration)}`] : []),
  ]
}

/**
 * Kills one after the other, at random moments, and looks at the database each time.
 *
 * @param longestMs how long clients work before the next kill, at most.
 * @param seed decides the moments.
 */
export async function killUnderLoad(
  database: Database,
  victims: readonly Victim[],
  longestMs: number,
  seed: number,
): Promise<Outcome> {
  const kills = victims.length
  const store = await (database === 'sqlite' ? openSqlite() : openPostgres())
  const folder = mkdtempSync(join(tmpdir(), 'saga-kills-files-'))
  const config = {
    admin: {
      files: join(folder, 'files'),
      schemas: join(folder, 'schemas'),
      rateLimit: { requests: 1_000_000 },
      heavy: { lostAfterSeconds: 1 },
    },
  }
  const env = { ...store.env, CDS_CONFIG: JSON.stringify(config) }
  const start = (): Promise<ServerProcess> => startServer(`${SERVE} --profile ${store.profile}`, { env })
  const clients = new Clients()
  const problems: string[] = []
  let server = await start()
  try {
    const moments = fc.sample(fc.integer({ min: SHORTEST_MS, max: longestMs }), { seed, numRuns: kills })
    for (const [turn, moment] of moments.entries()) {
      clients.begin(server.url)
      await setTimeout(moment)
      if (victims[turn] === 'database') {
        await store.kill()
        await clients.end()
      } else {
        if (turn % 2) server.signal('SIGKILL')
        else process.kill(server.pid, 'SIGKILL')
        await Promise.all([clients.end(), server.ended])
        server = await start()
      }
      const found = await lookFor(clients, store)
      problems.push(...found.map((problem) => `kill ${String(turn + 1)}, after ${String(moment)} ms: ${problem}`))
    }
    // What has survived must still work.
    const before = clients.acknowledgedImports
    clients.begin(server.url)
    for (let wait = 0; wait < 300 && clients.acknowledgedImports === before; wait++) await setTimeout(100)
    await clients.end()
    if (clients.acknowledgedImports === before) problems.push(`no import any more:\n${server.output().slice(-2_000)}`)
    problems.push(...(await lookFor(clients, store)), ...clients.faults)
    problems.push(...(server.output().match(/^.*(?:uncaughtException|unhandledRejection)[^]{0,500}/m) ?? []))
  } finally {
    await server.stop()
    await store.stop()
    rmSync(folder, { recursive: true })
  }
  const acknowledgedWrites =
    clients.singles.length + clients.pairs.filter(({ isAcknowledged }) => isAcknowledged).length
  const { acknowledgedImports, sentGeneration: sentImports } = clients
  return { kills, acknowledgedWrites, acknowledgedImports, sentImports, problems }
}
