/**
 * Checks that are run by themselves: each slot is recorded once and none is missing, whatever becomes of the processes.
 * @long: starts several servers.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deploy } from './support/deploy.ts'
import { connectPostgres, type PostgresClient } from './support/postgres-client.ts'
import { type Postgres, startDeployedPostgres } from './support/postgres.ts'
import { SERVE } from './support/server-on.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'
import { basic } from './support/users.ts'

jest.setTimeout(240_000)

type Json = Record<string, unknown>

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The files of checks of an application, by their names. */
const directoryWith = (files: Readonly<Record<string, string>>): string => {
  const directory = mkdtempSync(join(tmpdir(), 'saga-checks-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return directory
}

describe('three processes on PostgreSQL that are killed', () => {
  const CHECKS = [1, 2, 3, 4].map((number) => `films ${number}`)
  const SLOTS = 200
  let postgres: Postgres
  let client: PostgresClient
  let env: Record<string, string>
  let servers: ServerProcess[]
  const start = () => startServer(`${SERVE} --profile pg`, { env })

  beforeAll(async () => {
    postgres = await startDeployedPostgres()
    const { port, password } = postgres.credentials
    const checks = directoryWith({
      'films.yaml': `table: saga_film\nevery: 1 second\nchecks:\n${CHECKS.map((name) => `  - row_count: { must_be_greater_than: 0 }\n    name: ${name}\n`).join('')}`,
      'weekly.yaml': `table: saga_film\nevery: 1 week\nchecks:\n  - row_count: { must_be_less_than: 1 }\n    severity: warning\n`,
    })
    const config = { requires: { 'dba-history': true, dba: { checks, heavy: { lostAfterSeconds: 1 } } } }
    env = {
      CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
      CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
      CDS_CONFIG: JSON.stringify(config),
    }
    await deploy('pg', env)
    client = await connectPostgres(postgres.credentials)
    servers = await Promise.all([1, 2, 3].map(start))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await client.end()
    await postgres.stop()
  })

  const recorded = async () => {
    const { rows } = await client.query(
      `SELECT checkid, extract(epoch FROM slot)::int AS slot, status FROM dba_checkresults WHERE checkid LIKE 'films.yaml/%' ORDER BY checkid, slot`,
    )
    return rows.map((row) => ({
      check: String(row['checkid']),
      slot: Number(row['slot']),
      status: String(row['status']),
    }))
  }

  test('each slot is recorded once, and none is missing', async () => {
    let kills = 0
    while ((await recorded()).length < SLOTS) {
      await wait(500 + 2_000 * Math.random())
      const index = Math.floor(3 * Math.random())
      servers[index]!.signal('SIGKILL')
      await servers[index]!.ended
      kills++
      servers[index] = await start()
    }
    // What a killed process had begun is made by another one as soon as its lease is over.
    await wait(5_000)
    const newest = Math.max(...(await recorded()).map(({ slot }) => slot))
    const rows = (await recorded()).filter(({ slot }) => slot < newest - 2)
    expect(kills).toBeGreaterThan(3)
    expect(new Set(rows.map(({ check }) => check))).toEqual(new Set(CHECKS.map((name) => `films.yaml/${name}`)))
    for (const [, ofCheck] of Map.groupBy(rows, ({ check }) => check)) {
      const slots = ofCheck.map(({ slot }) => slot)
      expect(slots).toEqual(slots.map((_, index) => slots[0]! + index))
      expect(new Set(ofCheck.map(({ status }) => status))).toEqual(new Set(['pass']))
    }
  })

  test('however many slots are claimed, what was found last is told', async () => {
    const [id, claims] = ['weekly.yaml/row_count', 40]
    await client.query(
      `INSERT INTO dba_checkresults (checkid, slot, status, periodseconds, runner, leaseuntil)
       SELECT '${id}', now() + n * interval '1 week', 'running', 604800, 'another', now() + interval '1 hour'
       FROM generate_series(1, ${claims}) AS n`,
    )
    const ask = async (path: string): Promise<Json> => {
      const reply = await fetch(`${servers[0]!.url}/api/v1${path}`, { headers: basic('admin') })
      return (await reply.json()) as Json
    }
    const { checks } = await ask(`/checks/history?check=${encodeURIComponent(id)}`)
    expect(checks).toMatchObject([{ id, status: 'warn', isRunning: true, results: [{ status: 'warn' }] }])
    const { alerts } = await ask('/alerts')
    expect((alerts as Json[]).filter(({ code }) => code === 'CHECK_WARNS')).toMatchObject([{ object: id }])
  })
})

describe('one process', () => {
  const SECRET = Buffer.alloc(32, 7).toString('base64')
  const told: { readonly headers: Record<string, unknown>; readonly body: string }[] = []
  let receiver: Server
  let server: ServerProcess

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        told.push({ headers: request.headers, body })
        response.writeHead(told.length === 1 ? 503 : 204).end()
      })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const checks = directoryWith({
      'films.yaml': [
        'table: saga_Film\nowner: films\nchecks:',
        '  - row_count: { must_be_greater_than: 0 }\n    every: 1 second',
        '  - invalid: { column: title, valid_max_length: 3 }\n    every: 1 second\n    severity: warning',
        '  - missing: { column: title }',
      ].join('\n'),
    })
    const webhook = { url: `http://127.0.0.1:${port}/told`, secret: `whsec_${SECRET}` }
    const dba = { checks, webhook, schedules: { model: '2 seconds' } }
    server = await startServer(SERVE, {
      env: { CDS_CONFIG: JSON.stringify({ requires: { 'dba-history': true, dba } }) },
    })
  })
  afterAll(async () => {
    await server.stop()
    receiver.close()
  })

  const ask = async (path: string): Promise<Json> => {
    const reply = await fetch(`${server.url}/api/v1${path}`, { headers: basic('admin') })
    return (await reply.json()) as Json
  }
  const history = async (query = '') => (await ask(`/checks/history${query}`)) as Json & { checks: Json[] }

  test('tells what it has found, slot by slot', async () => {
    while ((await history()).checks.some(({ results }) => (results as Json[]).length < 2)) await wait(500)
    const { checks, refused } = await history()
    expect(refused).toEqual([])
    expect(checks.map(({ id, every, table, owner, status }) => [id, every, table, owner, status])).toEqual([
      ['model', 2, null, null, 'pass'],
      ['films.yaml/row_count', 1, 'saga_Film', 'films', 'pass'],
      ['films.yaml/invalid title', 1, 'saga_Film', 'films', 'warn'],
    ])
    const { checks: one } = await history('?check=films.yaml%2Finvalid%20title&limit=1')
    expect(one).toMatchObject([{ rule: 'length', severity: 'warning', results: [{ status: 'warn', checked: 11 }] }])
    expect(await history('?check=none')).toMatchObject({ code: 'INVALID_PARAMETER' })
    const found = (await ask('/alerts')) as Json & { alerts: Json[] }
    expect(found.alerts.filter(({ code }) => code === 'CHECK_WARNS')).toMatchObject([
      { object: 'films.yaml/invalid title', severity: 'medium', table: 'saga_Film' },
    ])
  })

  test('is told to the webhook, signed, until it is taken', async () => {
    while (told.length < 2) await wait(500)
    const [first, second] = told
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    const { headers, body } = second!
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const signature = createHmac('sha256', Buffer.from(SECRET, 'base64')).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    expect(JSON.parse(body)).toMatchObject({
      type: 'check.changed',
      data: { application: 'saga', check: 'films.yaml/invalid title', status: 'warn', previous: null, owner: 'films' },
    })
    await wait(6_000)
    // Nothing has changed since then.
    expect(told).toHaveLength(2)
  })
})
