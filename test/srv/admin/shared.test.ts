/**
 * What the API of several processes knows together: two of each in this process, on one PostgreSQL.
 * @alone: lets two processes race.
 */
import fc from 'fast-check'
import { asAdminDatabase } from '../../../srv/admin/shared/state.ts'
import { sharedClonedSchemas, jobsOrOwn } from '../../../srv/admin/shared/shared-or-own.ts'
import { DatabaseStore } from '../../../srv/admin/shared/file-store.ts'
import { ResultFiles } from '../../../srv/admin/files/managed-files.ts'
import { COLUMNS } from '../../../srv/admin/shared/job-statements.ts'
import { SharedJobs } from '../../../srv/admin/shared/jobs.ts'
import { SharedRateLimitStore } from '../../../srv/admin/http/shared-rate-limit.ts'
import type { AdminError } from '../../../srv/admin/core/errors.ts'
import { JobRegistry, type Jobs } from '../../../srv/admin/jobs/job-registry.ts'
import { Job } from '../../../srv/admin/jobs/job.ts'
import { Counters } from '../../../srv/admin/shared/counters.ts'
import { SharedDatabase } from '../../../srv/admin/shared/database.ts'
import { until } from '../../support/admin-api.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

jest.setTimeout(60_000)

let postgres: Postgres
let cable: TcpProxy
const opened: SharedDatabase[] = []

const open = (credentials: object = {}, schema = 'server_state'): SharedDatabase => {
  const database = new SharedDatabase({
    credentials: { ...postgres.credentials, ...credentials },
    schema,
  })
  opened.push(database)
  return database
}

beforeAll(async () => {
  postgres = await startPostgres()
  cable = await startTcpProxy(postgres.credentials.port)
})
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  await cable.stop()
  await postgres.stop()
})

const admin = { id: 'admin', is: (role: string) => role === 'admin' }
const user = (id: string) => ({ id, is: () => false })

describe('rate limits', () => {
  const warnings: unknown[] = []
  const storeOn = (database: SharedDatabase): SharedRateLimitStore => {
    const store = new SharedRateLimitStore(new Counters(database), 'principal', (_message, error) => {
      warnings.push(error)
    })
    store.init({ windowMs: 60_000, limit: 3 })
    return store
  }

  test('a caller beyond the limit is refused in memory until a request is taken back', async () => {
    const database = open()
    const store = storeOn(database)
    const hits = async (): Promise<number> => (await store.increment('crowd')).totalHits
    for (let n = 1; n <= 4; n++) expect(await hits()).toBe(n)
    const query = jest.spyOn(database, 'query')
    for (let n = 0; n < 100; n++) expect(await hits()).toBe(4)
    expect(query).not.toHaveBeenCalled()
    await store.decrement('crowd')
    expect(await hits()).toBe(4)
    expect(query).toHaveBeenCalledTimes(2)
  })

  test('are counted for all processes together', async () => {
    const [one, other] = [storeOn(open()), storeOn(open())]
    expect((await one.increment('ada')).totalHits).toBe(1)
    const { totalHits, resetTime } = await other.increment('ada')
    expect(totalHits).toBe(2)
    const left = (resetTime?.getTime() ?? 0) - Date.now()
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
    await other.decrement('ada')
    expect((await one.increment('ada')).totalHits).toBe(2)
    await one.resetKey('ada')
    expect((await other.increment('ada')).totalHits).toBe(1)
    one.shutdown()
    other.shutdown()
  })

  test('are counted by each process while the database is away, which is told once', async () => {
    const store = storeOn(open({ port: cable.port }))
    await cable.cut()
    expect([(await store.increment('bob')).totalHits, (await store.increment('bob')).totalHits]).toEqual([1, 2])
    expect(warnings).toHaveLength(1)
    await cable.mend()
    store.shutdown()
  })
})

describe('jobs', () => {
  let count = 0
  const newJob = (owner = 'ada'): Job =>
    new Job({ id: `job${String(++count)}`, operation: 'export', object: 'saga.film', owner, isBackground: true })
  const LIMITS = { perCaller: 100, total: 100, kept: 1_000, resultBytes: 100_000 }
  const jobsOn = (database: SharedDatabase, limits: object = {}, lostAfterMs = 60_000): SharedJobs =>
    new SharedJobs(asAdminDatabase(database), { ...LIMITS, ...limits }, lostAfterMs)
  const end = (jobs: SharedJobs, job: Job, result: object | null = null): void => {
    job.succeed(result as never)
    jobs.ended(job, result && JSON.stringify(result))
  }

  test('are listed, watched and fetched from another process by their owner and admins', async () => {
    const [one, other] = [jobsOn(open()), jobsOn(open())]
    const job = newJob()
    await one.start(job)
    expect(await other.list(user('ada'))).toMatchObject([
      { operationId: job.id, object: 'saga.film', owner: 'ada', status: 'running' },
    ])
    expect(await other.list(user('bob'))).toEqual([])
    await expect(other.find(job.id, user('bob'))).rejects.toMatchObject({ code: 'OPERATION_NOT_FOUND' })
    await expect(other.cancel(job.id, user('bob'))).rejects.toMatchObject({ code: 'OPERATION_NOT_FOUND' })

    job.progress({ phase: 'writing', rowsDone: 5, rowsTotal: 9_007_199_254 })
    await until(async () => (await other.find(job.id, admin))['phase'] === 'writing')
    expect(await other.find(job.id, admin)).toMatchObject({ rowsDone: 5, rowsTotal: 9_007_199_254, endedAt: null })

    end(one, job, { rowCount: 5, names: ['ä'] })
    await until(async () => (await other.find(job.id, admin))['status'] === 'succeeded')
    expect(await other.find(job.id, user('ada'))).toEqual(job.describe(true))
    const [listed] = await other.list(user('ada'))
    expect(listed).toEqual(job.describe(false))
    expect(listed).toMatchObject({ hasFile: false })
  })

  test('find their table as an earlier version made it, which servers of that version go on using', async () => {
    const database = open({}, 'older_state')
    const old = database.table('operations', COLUMNS)
    await database.query(`SELECT count(*) FROM ${old}`)
    const insert = `INSERT INTO ${old} (id, process, heartbeat, operation, owner, background, status, phase, rows_done, started_at)
      VALUES ($1, 'old', now(), 'import', 'eve', true, 'running', 'reading', -1, now())`
    await database.query(insert, ['before'])
    const newer = open({}, 'older_state')
    const [one, other] = [jobsOn(newer), jobsOn(newer)]
    const job = newJob('eve')
    await Promise.all([one.start(job), other.start(newJob('eve'))])
    await database.query(insert, ['after'])
    const seen = await other.list(user('eve'))
    expect(seen.map(({ operation, object }) => [operation, object])).toEqual([
      ['import', null],
      ['export', 'saga.film'],
      ['export', 'saga.film'],
      ['import', null],
    ])
    await Promise.all(opened.splice(-2).map((each) => each.close()))
  })

  test('that have written a file are told from others in lists', async () => {
    const [one, other] = [jobsOn(open()), jobsOn(open())]
    const [job, named] = [newJob('eda'), newJob('eda')]
    await one.start(job)
    await one.start(named)
    end(one, job, { file: { name: 'a.csv', sizeBytes: 5 } })
    end(one, named, { file: 'a.csv' })
    await until(async () => (await other.find(named.id, admin))['status'] === 'succeeded')
    const listed = (await other.list(user('eda'))).map(({ operationId, hasFile }) => [operationId, hasFile])
    expect(new Map(listed as [string, boolean][])).toEqual(
      new Map([
        [job.id, true],
        [named.id, false],
      ]),
    )
  })

  test('are stopped from another process', async () => {
    const [one, other] = [jobsOn(open()), jobsOn(open())]
    const job = newJob()
    await one.start(job)
    expect(await other.cancel(job.id, user('ada'))).toMatchObject({ status: 'running', phase: 'cancelling' })
    await until(() => job.signal.aborted)
    job.fail(job.signal.reason as AdminError)
    one.ended(job, null)
    await until(async () => (await other.find(job.id, admin))['status'] === 'cancelled')
    expect(await other.cancel(job.id, admin)).toMatchObject({
      status: 'cancelled',
      error: { code: 'OPERATION_CANCELLED' },
    })
  })

  test('that their own process stops are stopped at once', async () => {
    const jobs = jobsOn(open())
    const job = newJob()
    await jobs.start(job)
    await jobs.cancel(job.id, user('ada'))
    expect(job.signal.aborted).toBe(true)
    end(jobs, job)
  })

  test('are counted for all processes together, for a caller and for all, also when they start at the same moment', async () => {
    const all = Array.from({ length: 4 }, () => jobsOn(open(), { perCaller: 2, total: 3 }))
    const started: [SharedJobs, Job][] = []
    const start = async (jobs: SharedJobs, owner: string): Promise<string> => {
      const job = newJob(owner)
      try {
        await jobs.start(job)
        started.push([jobs, job])
        return 'ok'
      } catch (error) {
        return (error as AdminError).code
      }
    }
    const outcomes = await Promise.all(all.map((jobs) => start(jobs, 'eve')))
    expect(outcomes.sort()).toEqual(['TOO_MANY_OPERATIONS', 'TOO_MANY_OPERATIONS', 'ok', 'ok'])
    expect(await start(all[0]!, 'mallory')).toBe('ok')
    expect(await start(all[1]!, 'oscar')).toBe('TOO_MANY_OPERATIONS')
    for (const [jobs, job] of started) end(jobs, job)
    await until(async () => (await start(all[1]!, 'oscar')) === 'ok')
    end(...started.at(-1)!)
  })

  test('that have ended make room when too many are kept, or too large ones', async () => {
    const byCount = jobsOn(open(), { kept: 2 })
    const bySize = jobsOn(open(), { resultBytes: 100 })
    for (const jobs of [byCount, bySize]) {
      const kept = [newJob(), newJob(), newJob()]
      for (const job of kept) await jobs.start(job)
      for (const job of kept) {
        end(jobs, job, { text: 'x'.repeat(30) })
        await until(async () => (await jobsOn(open()).find(job.id, admin))['status'] === 'succeeded')
      }
      const left = (await jobs.list(admin)).map(({ operationId }) => operationId)
      expect(left).toEqual([kept[2]!.id, kept[1]!.id])
    }
  })

  test('of a process that is not heard of have failed; it finds out, and what really happened is told in the end', async () => {
    const [cutOff, other] = [jobsOn(open({ port: cable.port }), {}, 1_000), jobsOn(open(), {}, 1_000)]
    const [stopped, done] = [newJob('zoe'), newJob('zoe')]
    await cutOff.start(stopped)
    await cutOff.start(done)
    await cable.cut()
    await until(async () => (await other.list(user('zoe'))).every(({ status }) => status === 'failed'))
    expect(await other.list(user('zoe'))).toMatchObject(
      Array(2).fill({ status: 'failed', phase: 'ended', error: { code: 'OPERATION_LOST' } }) as object[],
    )
    end(cutOff, done, { rowCount: 1 })
    await cable.mend()
    await until(() => stopped.signal.aborted)
    expect(stopped.signal.reason).toMatchObject({ code: 'OPERATION_LOST' })
    await until(async () => (await other.find(done.id, admin))['status'] === 'succeeded')
    expect(await other.find(done.id, admin)).toMatchObject({ result: { rowCount: 1 } })
    stopped.fail(stopped.signal.reason as AdminError)
    cutOff.ended(stopped, null)
  })

  test('are stopped and recorded when their process ends in good order', async () => {
    const database = open()
    const [ending, other] = [jobsOn(database), jobsOn(open())]
    const job = newJob()
    await ending.start(job)
    job.signal.addEventListener('abort', () => {
      job.fail(job.signal.reason as AdminError)
      ending.ended(job, null)
    })
    opened.splice(opened.indexOf(database), 1)
    await database.close()
    expect(await other.find(job.id, admin)).toMatchObject({ status: 'cancelled' })
  })

  test('cannot be asked for while the database is away', async () => {
    const jobs = jobsOn(open({ port: cable.port }))
    await cable.cut()
    await expect(jobs.list(admin)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await expect(jobs.start(newJob())).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await cable.mend()
  })

  test('are of each process alone while the database takes no changes', async () => {
    const writing = open()
    for (const sql of [
      "CREATE ROLE reading LOGIN PASSWORD 'reading'",
      'ALTER ROLE reading SET default_transaction_read_only = on',
      'GRANT USAGE ON SCHEMA server_state TO reading',
      'GRANT ALL ON ALL TABLES IN SCHEMA server_state TO reading',
    ])
      await writing.query(sql)
    const processes = [1, 2].map(() => {
      const shared = jobsOn(open({ user: 'reading', password: 'reading' }))
      return jobsOrOwn(shared, new JobRegistry({ ...LIMITS, perCaller: 1 }))
    })
    const [one, other] = processes as [Jobs, Jobs]
    const job = newJob()
    await one.start(job)
    await expect(one.start(newJob())).rejects.toMatchObject({ code: 'TOO_MANY_OPERATIONS' })
    expect(await one.list(admin)).toEqual([job.describe(false)])
    expect(await other.list(admin)).toEqual([])
    await expect(other.find(job.id, admin)).rejects.toMatchObject({ code: 'OPERATION_NOT_FOUND' })
    await expect(one.find(job.id, user('bob'))).rejects.toMatchObject({ code: 'OPERATION_NOT_FOUND' })
    expect(await one.cancel(job.id, admin)).toMatchObject({ phase: 'cancelling' })
    job.succeed({ rowCount: 1 })
    one.ended(job, '{"rowCount":1}')
    expect(await one.find(job.id, user('ada'))).toMatchObject({ status: 'succeeded', result: { rowCount: 1 } })
  })

  test('are those of all processes while the database takes changes', async () => {
    const limits = { ...LIMITS, perCaller: 1 }
    const [one, other] = [jobsOn(open()), jobsOn(open())].map((shared) =>
      jobsOrOwn(shared, new JobRegistry(limits)),
    ) as [Jobs, Jobs]
    const job = newJob('eve')
    await one.start(job)
    expect(await other.find(job.id, user('eve'))).toMatchObject({ status: 'running' })
    one.cancelAll()
    job.fail(job.signal.reason as AdminError)
    one.ended(job, null)
    await until(async () => (await other.find(job.id, user('eve')))['status'] === 'cancelled')
    expect(await other.list(user('eve'))).toHaveLength(1)
  })
})

describe('files', () => {
  const storeOn = (limits: object = {}): DatabaseStore =>
    new DatabaseStore(asAdminDatabase(open()), { fileBytes: 10_000_000, totalBytes: 100_000_000, ...limits })
  let store: DatabaseStore
  beforeAll(() => {
    store = storeOn()
  })
  const create = (name: string, chunks: (string | Uint8Array)[], overwrite = false, maxBytes = 10_000_000) =>
    store.create(
      name,
      (async function* () {
        yield* chunks
      })(),
      { overwrite, maxBytes },
    )
  const read = async (name: string, ...range: number[]): Promise<Buffer> => {
    const file = await storeOn().open(name)
    const chunks: Uint8Array[] = []
    for await (const chunk of file.read(...range)) chunks.push(chunk)
    await file.close()
    return Buffer.concat(chunks)
  }

  test('are read and listed in other processes as they were written', async () => {
    const written = await create('b.csv', ['ä', new Uint8Array([66])])
    await create('a.csv', [])
    expect(String(await read('b.csv'))).toBe('äB')
    const listed = await storeOn().list()
    expect(listed).toMatchObject([{ name: 'a.csv', sizeBytes: 0 }, written])
    expect(Math.abs(Date.parse(written.modifiedAt) - Date.now())).toBeLessThan(60_000)
  })

  test('of any size come back byte for byte, whole and in ranges', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 700_000 }), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(2_000_000), fc.nat(2_000_000), async (lengths, from, to) => {
        const chunks = lengths.map((length, n) => Buffer.alloc(length, `${String(n)}part${String(length)}`))
        const whole = Buffer.concat(chunks)
        await create('any.bin', chunks, true)
        expect((await read('any.bin')).equals(whole)).toBe(true)
        expect((await read('any.bin', from, to)).equals(whole.subarray(from, to))).toBe(true)
      }),
      { numRuns: 15, seed: 7 },
    )
  })

  test('replace others only on request', async () => {
    await create('once.csv', ['1'])
    await expect(create('once.csv', ['2'])).rejects.toMatchObject({ code: 'TARGET_EXISTS' })
    expect(String(await read('once.csv'))).toBe('1')
    const both = await Promise.allSettled([create('race.csv', ['1']), create('race.csv', ['2'])])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await create('once.csv', ['2'], true)
    expect(String(await read('once.csv'))).toBe('2')
  })

  test('appear complete, or not at all, and leave nothing behind', async () => {
    const broken = async function* () {
      yield Buffer.alloc(600_000)
      throw new Error('the client has gone')
    }
    await expect(store.create('half.csv', broken(), { overwrite: false, maxBytes: 1e7 })).rejects.toThrow('has gone')
    await expect(create('large.csv', ['12345'], false, 4)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    await expect(read('half.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    const database = open()
    const orphans = await database.query(
      `SELECT content FROM server_state.file_parts WHERE content NOT IN (SELECT content FROM server_state.files)`,
    )
    expect(orphans).toEqual([])
  })

  test('that are too large are not opened, and all together have a bound', async () => {
    await create('ten.csv', ['1234567890'])
    const small = storeOn({ fileBytes: 9, totalBytes: 20 })
    await expect(small.open('ten.csv')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    const chunks = (async function* () {
      yield 'x'
    })()
    await expect(small.create('more.csv', chunks, { overwrite: false, maxBytes: 100 })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  test('are removed, also while somebody reads them', async () => {
    await create('gone.csv', [Buffer.alloc(1_000_000)])
    const file = await store.open('gone.csv')
    const chunks = file.read()[Symbol.asyncIterator]()
    await chunks.next()
    await store.remove('gone.csv')
    await expect(chunks.next()).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    await expect(store.remove('gone.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  test.each(['../x', 'con', '.hidden', ''])('have no name like %j', async (name) => {
    for (const attempt of [store.open(name), create(name, ['x']), store.remove(name)])
      await expect(attempt).rejects.toMatchObject({ code: 'INVALID_FILE_NAME' })
  })

  test('that a dead process left unfinished are removed after a day', async () => {
    const database = open()
    await database.query(`INSERT INTO server_state.file_parts (content, n, bytes, written_at) VALUES
      ('old', 0, 'x', now() - interval '25 hours'), ('new', 0, 'x', now() - interval '23 hours')`)
    await create('kept.csv', ['x'])
    await database.query(`UPDATE server_state.file_parts SET written_at = now() - interval '1 year'
      WHERE content = (SELECT content FROM server_state.files WHERE name = 'kept.csv')`)
    await store.removeAbandoned()
    const left = await database.query(`SELECT content FROM server_state.file_parts WHERE content IN ('old', 'new')`)
    expect(left).toEqual([{ content: 'new' }])
    expect(String(await read('kept.csv'))).toBe('x')
  })
})

describe('files that work in the background has left', () => {
  const LIMITS_OF_FILES = { fileBytes: 2_000_000, totalBytes: 2_000_000 }
  const TABLES = ['result_files', 'result_file_parts'] as const
  const storeOf = (tables?: readonly [string, string]): DatabaseStore =>
    new DatabaseStore(asAdminDatabase(open()), LIMITS_OF_FILES, tables && [...tables])
  const KEPT_MS = 60_000
  /** As each process has them. */
  const newProcess = () => {
    const results = new ResultFiles(storeOf(TABLES), KEPT_MS)
    const imports = storeOf(['imports', 'import_parts'])
    return { results, imports, all: results.besides(imports) }
  }
  const content = async function* (bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; left -= 300_000) yield Buffer.alloc(Math.min(left, 300_000), 'x')
  }
  const left = async (): Promise<Record<string, string[]>> => {
    const rows = (sql: string) => open().query(sql)
    return {
      files: (await rows('SELECT name FROM server_state.result_files ORDER BY name')).map(({ name }) => String(name)),
      parts: (await rows('SELECT DISTINCT content FROM server_state.result_file_parts')).map((row) =>
        String(row['content']),
      ),
    }
  }
  const age = (name: string, ms: number) =>
    open().query(
      `UPDATE server_state.result_files SET modified_at = now() - make_interval(secs => ${String(ms / 1000)}) WHERE name = '${name}'`,
    )
  let one: ReturnType<typeof newProcess>
  let other: ReturnType<typeof newProcess>
  beforeAll(async () => {
    one = newProcess()
    other = newProcess()
    await one.imports.create('own.csv', content(10), { overwrite: false, maxBytes: 100 })
  })
  afterEach(async () => {
    expect(await one.imports.list()).toMatchObject([{ name: 'own.csv' }])
  })

  test('are removed by any process, with all of their parts', async () => {
    await one.results.create('a.csv', content(1_500_000), 2_000_000)
    expect((await other.all.list()).map(({ name }) => name)).toEqual(['a.csv', 'own.csv'])
    await other.results.remove('a.csv')
    expect(await left()).toEqual({ files: [], parts: [] })
    await expect(one.all.open('a.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    await expect(one.results.remove('a.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  test('are removed when their time is over, by whichever process looks, and by all at once', async () => {
    for (const name of ['old.csv', 'older.csv', 'new.csv']) await one.results.create(name, content(400_000), 2_000_000)
    await age('old.csv', KEPT_MS + 5_000)
    await age('older.csv', 2 * KEPT_MS)
    await age('new.csv', KEPT_MS - 20_000)
    await Promise.all([one, other, newProcess()].map(({ all }) => all.removeAbandoned()))
    expect(await left()).toEqual({ files: ['new.csv'], parts: [expect.any(String)] })
    await other.results.remove('new.csv')
  })

  test('make room for the next ones when their time is over, and none before', async () => {
    await one.results.create('full.csv', content(2_000_000), 2_000_000)
    const next = () => other.results.create('next.csv', content(10), 2_000_000)
    await expect(next()).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    await age('full.csv', KEPT_MS + 5_000)
    await next()
    expect((await left())['files']).toEqual(['next.csv'])
    await one.results.remove('next.csv')
  })

  test('are not there when their writing fails', async () => {
    const failing = async function* () {
      yield* content(600_000)
      throw new Error('cancelled')
    }
    await expect(one.results.create('half.csv', failing(), 2_000_000)).rejects.toThrow('cancelled')
    expect(await left()).toEqual({ files: [], parts: [] })
  })
})

test('schemas that one process has cloned are open in all', async () => {
  const [one, other] = [sharedClonedSchemas(open()), sharedClonedSchemas(open())]
  expect(await other.has('copy')).toBe(false)
  await one.add('copy')
  await one.add('copy')
  expect(await other.has('copy')).toBe(true)
})
