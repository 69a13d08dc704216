import type { AdminError } from '../../../../srv/admin/errors.ts'
import { Job } from '../../../../srv/admin/jobs/job.ts'
import { JobRegistry } from '../../../../srv/admin/jobs/job-registry.ts'

const admin = { id: 'admin', is: (role: string) => role === 'admin' }
let count = 0
const newJob = (owner = 'ada'): Job =>
  new Job({ id: `job${String(++count)}`, operation: 'export', owner, isBackground: true })

const registry = (limits: object = {}, now?: () => number): JobRegistry =>
  new JobRegistry({ perCaller: 100, total: 100, kept: 100, resultBytes: 1_000, ...limits }, now)

const end = (jobs: JobRegistry, job: Job, bytes = 0): void => {
  job.succeed({})
  jobs.ended(job, bytes)
}

test('a cancelled job keeps its place until its work has stopped', () => {
  const jobs = registry({ perCaller: 1 })
  const job = newJob()
  jobs.start(job)
  job.cancel()
  expect(job.signal.reason).toMatchObject({ code: 'OPERATION_CANCELLED' })
  expect(job.describe(true)).toMatchObject({ status: 'running', phase: 'cancelling' })
  expect(() => {
    jobs.start(newJob())
  }).toThrow(/TOO_MANY_OPERATIONS/)
  job.fail(job.signal.reason as AdminError)
  expect(job.describe(true)).toMatchObject({ status: 'cancelled', phase: 'ended' })
  expect(() => {
    jobs.start(newJob())
  }).not.toThrow()
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

test('jobs are forgotten an hour after their end, never while they run', () => {
  let now = Date.now()
  const jobs = registry({}, () => now)
  const [ended, running] = [newJob(), newJob()]
  jobs.start(ended)
  jobs.start(running)
  end(jobs, ended)
  now += 3_599_000
  expect(jobs.list(admin)).toEqual([running, ended])
  now += 2_000
  expect(jobs.list(admin)).toEqual([running])
  expect(() => jobs.find(ended.id, admin)).toThrow(/OPERATION_NOT_FOUND/)
})

test('the oldest make room when too many are kept, or too large ones', () => {
  const byCount = registry({ kept: 2 })
  const bySize = registry({ resultBytes: 100 })
  for (const jobs of [byCount, bySize]) {
    const kept = [newJob(), newJob(), newJob()]
    for (const job of kept) jobs.start(job)
    for (const job of kept) end(jobs, job, 50)
    expect(jobs.list(admin)).toHaveLength(2)
    expect(jobs.list(admin)).not.toContain(kept[0])
  }
})

test('all running work can be told to stop', () => {
  const jobs = registry()
  const job = newJob()
  jobs.start(job)
  jobs.cancelAll()
  expect(job.signal.aborted).toBe(true)
})
