/** On a real PostgreSQL: long reads leave connections to the others. @alone: measures waits. */
import { setTimeout } from 'node:timers/promises'
import { LongReads } from '../../../../srv/platform/postgres/long-reads.ts'
import { type CuttableServer, startCuttableServer } from '../../../support/cut-database.ts'
import { connectPostgres, type PostgresClient } from '../../../support/postgres-client.ts'

jest.setTimeout(120_000)

describe('reads that are told when to end', () => {
  const LONG_MS = 50
  const started = (reads: LongReads, sql: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const outcome = reads
      .watch(
        sql,
        () => promise,
        () => {
          reject(new Error('cancelled'))
          return Promise.resolve()
        },
      )
      .catch((error: unknown) => (error as { code?: string; message: string }).code ?? (error as Error).message)
    return { outcome, end: () => resolve('done') }
  }

  test('one that gets long when as many are is ended; one that was long is not begun then, others are', async () => {
    const reads = new LongReads(1, LONG_MS)
    const first = started(reads, 'first')
    await setTimeout(2 * LONG_MS)
    const second = started(reads, 'second')
    expect(await second.outcome).toBe('cancelled')
    expect(await started(reads, 'first').outcome).toBe('53400')
    expect(await started(reads, 'second').outcome).toBe('53400')
    const third = started(reads, 'third')
    third.end()
    expect(await third.outcome).toBe('done')
    first.end()
    expect(await first.outcome).toBe('done')
    const again = started(reads, 'first')
    again.end()
    expect(await again.outcome).toBe('done')
  })
})

describe('with a pool of four connections', () => {
  let server: CuttableServer
  let client: PostgresClient

  beforeAll(async () => {
    server = await startCuttableServer({ cache: { enabled: false }, requires: { db: { pool: { max: 4 } } } })
    client = await connectPostgres(server.credentials)
    const { rows } = await client.query(`SELECT pg_get_viewdef('sagafilm_species') AS sql`)
    const view = String(rows[0]?.['sql']).replace(/;\s*$/, '')
    await client.query(`CREATE OR REPLACE VIEW sagafilm_species AS
      SELECT v.* FROM (${view}) AS v, (SELECT pg_sleep(6)) AS s`)
  })
  afterAll(async () => {
    await client.end()
    await server.stop()
  })

  const read = async (path: string): Promise<{ status: number; ms: number; retryAfter: string | null }> => {
    const started = performance.now()
    const reply = await fetch(`${server.url}/odata/v4/SagaFilm/${path}`)
    await reply.text()
    return { status: reply.status, ms: performance.now() - started, retryAfter: reply.headers.get('retry-after') }
  }

  test('long reads hold two of them, the others are told to come again, and short ones are answered', async () => {
    await read('Planet?$top=1')
    const long = Array.from({ length: 8 }, (_, index) => read(`Species?$top=1&$skip=${index}`))
    await setTimeout(2_500)
    const short = await Promise.all([1, 2, 3, 4].map((top) => read(`Planet?$top=${top}`)))
    expect(short.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { ms } of short) expect(ms).toBeLessThan(1_000)
    const again = await read('Species?$top=1&$skip=1')
    expect([again.status, again.retryAfter]).toEqual([503, '1'])
    expect(again.ms).toBeLessThan(1_000)
    const { rows } = await client.query(`SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)
    expect(Number(rows[0]?.['n'])).toBe(2)
    const ends = await Promise.all(long)
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(2)
    const refused = ends.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(6)
    for (const { ms } of refused) expect(ms).toBeLessThan(4_000)
  })
})
