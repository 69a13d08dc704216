import type { AdminError } from '../../../../srv/admin/core/errors.ts'
import { Job } from '../../../../srv/admin/jobs/job.ts'
import { JobRegistry } from '../../../../srv/admin/jobs/job-registry.ts'

const admin = { id: 'admin', is: (role: string) => role === 'admin' }
let count = 0
const newJob = (owner = 'ada'): Job =>
  new Job({ id: `job${String(++count)}`, operation: 'export', object: 'saga.film', owner, isBackground: true })

const registry = (limits: object = {}, now?: () => number): JobRegistry =>
  new JobRegistry({ perCaller: 100, total: 100, kept: 100, resultBytes: 1_000, ...limits }, now)

const end = (jobs: JobRegistry, job: Job, bytes = 0): void => {
  job.succeed({})
  jobs.ended(job, 'x'.repeat(bytes))
}

const idsOf = async (jobs: JobRegistry): Promise<unknown[]> =>
  (await jobs.list(admin)).map(({ operationId }) => operationId)

test('a cancelled job keeps its place until its work has stopped', async () => {
  const jobs = registry({ perCaller: 1 })
  const job = newJob()
  await jobs.start(job)
  job.cancel()
  expect(job.signal.reason).toMatchObject({ code: 'OPERATION_CANCELLED' })
  expect(job.describe(true)).toMatchObject({ status: 'running', phase: 'cancelling' })
  await expect(jobs.start(newJob())).rejects.toThrow(/TOO_MANY_OPERATIONS/)
  job.fail(job.signal.reason as AdminError)
  expect(job.describe(true)).toMatchObject({ status: 'cancelled', phase: 'ended' })
  await expect(jobs.start(newJob())).resolves.toBeUndefined()
})

test('parts of an answer are told from where the client has them, until all of it is there', async () => {
  const jobs = registry()
  const job = newJob()
  await jobs.start(job)
  for (const name of ['a', 'b', 'c']) job.addFound({ name })
  expect(await jobs.find(job.id, admin, 1)).toMatchObject({ found: [{ name: 'b' }, { name: 'c' }] })
  expect(await jobs.find(job.id, admin)).not.toHaveProperty('found')
  expect(await jobs.list(admin)).not.toEqual([expect.objectContaining({ found: expect.anything() as unknown })])
  end(jobs, job)
  expect(await jobs.find(job.id, admin, 0)).toMatchObject({ found: [], result: {} })
})

test('a job that has ended is not changed by a late cancel or progress', () => {
  const job = newJob()
  job.progress({ phase: 'writing', rowsDone: 5, rowsTotal: null })
  job.succeed({ rowCount: 5 })
  job.cancel()
  job.progress({ phase: 'x', rowsDone: 0, rowsTotal: 0 })
  expect(job.signal.aborted).toBe(false)
  expect(job.describe(true)).toMatchObject({ status: 'succeeded', rowsDone: 5, result: { rowCount: 5 } })
  expect(job.describe(false)).not.toHaveProperty('result')
})

test('jobs are forgotten an hour after their end, never while they run', async () => {
  let now = performance.now()
  const jobs = registry({}, () => now)
  const [ended, running] = [newJob(), newJob()]
  await jobs.start(ended)
  await jobs.start(running)
  end(jobs, ended)
  now += 3_599_000
  expect(await idsOf(jobs)).toEqual([running.id, ended.id])
  now += 2_000
  expect(await idsOf(jobs)).toEqual([running.id])
  await expect(jobs.find(ended.id, admin)).rejects.toThrow(/OPERATION_NOT_FOUND/)
})

test('how long a job took does not depend on a clock that is set meanwhile', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000)
  jest.useFakeTimers({ doNotFake: ['performance'] })
  const job = newJob()
  jest.setSystemTime(Date.now() - 3_600_000)
  now.mockReturnValue(3_500)
  job.succeed({})
  jest.useRealTimers()
  now.mockRestore()
  expect([job.elapsedMs, (job.endedAt?.getTime() ?? 0) - job.startedAt.getTime()]).toEqual([2_500, 2_500])
})

test('the oldest make room when too many are kept, or too large ones', async () => {
  const byCount = registry({ kept: 2 })
  const bySize = registry({ resultBytes: 100 })
  for (const jobs of [byCount, bySize]) {
    const kept = [newJob(), newJob(), newJob()]
    for (const job of kept) await jobs.start(job)
    for (const job of kept) end(jobs, job, 50)
    expect(await idsOf(jobs)).toEqual([kept[2]?.id, kept[1]?.id])
  }
})

test('all running work can be told to stop', async () => {
  const jobs = registry()
  const job = newJob()
  await jobs.start(job)
  jobs.cancelAll()
  expect(job.signal.aborted).toBe(true)
})
