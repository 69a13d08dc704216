import { randomUUID } from 'node:crypto'
import { AdminError, type ErrorCode } from '../core/errors.ts'
import { type Job, describeJob, type JobRecord, type Principal } from '../jobs/job.ts'
import { type JobLimits, type Jobs, KEPT_MS, checkRoom, isVisible, unknownJob } from '../jobs/job-registry.ts'
import type { JsonObject } from '../operations/operation.ts'
import { ADDED, COLUMNS, jobStatements } from './job-statements.ts'
import type { SharedDatabase, SharedRow } from './state.ts'

/** A process tells this often that it lives and how far its jobs are, and is told whom to stop. */
const BEAT_MS = 400
/** For jobs to stop and be recorded when the process ends. */
const FAREWELL_MS = 1_000
/** In a column that is never null. */
const UNKNOWN = -1
/** Keeps those apart who start a job at the same moment; any number that nobody else uses. */
const LOCK = 5_343_042

/**
 * The jobs of all processes, in the database. Each job runs in the process that was asked for it; every process lists it,
 * tells how far it is, and stops it. When a process is not heard of any more, its jobs have failed; should it
 * come back, it finds out and stops them.
 */
export class SharedJobs implements Jobs {
  readonly #database: SharedDatabase
  readonly #limits: JobLimits
  readonly #lostAfterMs: number
  readonly #sql: ReturnType<typeof jobStatements>
  readonly #process = randomUUID()
  /** Jobs of this process until the database knows of their end, with their results. */
  readonly #own = new Map<string, { readonly job: Job; result: string | null }>()
  #beating: NodeJS.Timeout | undefined
  #isBeating = false

  constructor(database: SharedDatabase, limits: JobLimits, lostAfterMs: number) {
    this.#database = database
    this.#limits = limits
    this.#lostAfterMs = lostAfterMs
    this.#sql = jobStatements(database.table('operations', COLUMNS, { added: ADDED }))
    database.beforeClose(() => this.#leave())
  }

  async start(job: Job): Promise<void> {
    const running = await this.#database.transaction(async (query) => {
      await query(this.#sql.lock, [LOCK])
      await query(this.#sql.markLost, this.#lost())
      const [counted] = await query(this.#sql.countRunning, [job.owner])
      const { own, all } = counted as { own: number; all: number }
      if (own >= this.#limits.perCaller || all >= this.#limits.total) return { own, all }
      const { id, operation, object, owner, isBackground, state, startedAt } = job
      await query(this.#sql.insert, [id, this.#process, operation, owner, isBackground, state.phase, startedAt, object])
      return undefined
    })
    if (running) checkRoom(running, this.#limits)
    this.#own.set(job.id, { job, result: null })
    this.#beating ??= setInterval(() => void this.#live(), BEAT_MS).unref()
  }

  ended(job: Job, result: string | null): void {
    const own = this.#own.get(job.id)
    if (own) own.result = result
    void this.#record(job.id).catch(() => undefined) // the next beat tries again
  }

  async find(id: string, user: Principal, known?: number): Promise<JsonObject> {
    const own = this.#own.get(id)?.job
    const job = own ? { owner: own.owner, seen: own.describe(true, known) } : await this.#find(id)
    if (job && isVisible(job, user)) return job.seen
    throw unknownJob()
  }

  async list(user: Principal): Promise<JsonObject[]> {
    await this.#database.query(this.#sql.markLost, this.#lost())
    const rows = await this.#database.query(this.#sql.list, [KEPT_MS, user.is('admin') ? null : user.id])
    // What runs here is known better than the last beat told.
    return rows.map((row) => this.#own.get(String(row['id']))?.job.describe(false) ?? describeJob(recordOf(row)))
  }

  async cancel(id: string, user: Principal): Promise<JsonObject> {
    await this.find(id, user)
    const own = this.#own.get(id)?.job
    own?.cancel()
    if (!own) await this.#database.query(this.#sql.requestCancel, [id])
    return this.find(id, user)
  }

  cancelAll(): void {
    const reason = new AdminError('OPERATION_CANCELLED', 'The server process was stopped')
    for (const { job } of this.#own.values()) job.cancel(reason)
  }

  async #find(id: string): Promise<{ owner: string; seen: JsonObject } | undefined> {
    await this.#database.query(this.#sql.markLost, this.#lost())
    const [row] = await this.#database.query(this.#sql.find, [KEPT_MS, id])
    const record = row && recordOf(row)
    return record && { owner: record.owner, seen: describeJob(record) }
  }

  /** Tells the others about the jobs of this process, and learns whom to stop. */
  async #live(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    try {
      for (const { job } of [...this.#own.values()]) if (!job.isRunning) await this.#record(job.id)
      const jobs = [...this.#own.values()].map(({ job }) => job)
      if (jobs.length > 0) await this.#tell(jobs)
      else {
        clearInterval(this.#beating)
        this.#beating = undefined
      }
    } catch {
      // The database is away: the next beat tries again, and who is silent for too long counts as gone.
    } finally {
      this.#isBeating = false
    }
  }

  async #tell(jobs: readonly Job[]): Promise<void> {
    const states = jobs.map(({ state }) => state)
    const rows = await this.#database.query(this.#sql.beat, [
      this.#process,
      jobs.map(({ id }) => id),
      states.map(({ phase }) => phase),
      states.map(({ rowsDone }) => rowsDone ?? UNKNOWN),
      states.map(({ rowsTotal }) => rowsTotal),
    ])
    const wishes = new Map(rows.map((row) => [row['id'], row['cancel_requested']]))
    for (const job of jobs) {
      if (!wishes.has(job.id)) job.cancel(new AdminError('OPERATION_LOST', this.#lostDetails()))
      else if (wishes.get(job.id) === true) job.cancel()
    }
  }

  /** What has really happened counts, also where others have given a job up. */
  async #record(id: string): Promise<void> {
    const own = this.#own.get(id)
    if (!own) return
    const { job, result } = own
    const { rowsDone, rowsTotal } = job.state
    const error = [job.error?.code, job.error?.details].map((text) => text ?? null)
    const values = [id, this.#process, job.status, rowsDone ?? UNKNOWN, rowsTotal, job.endedAt, result, ...error]
    await this.#database.query(this.#sql.end, values)
    this.#own.delete(id)
    const { kept, resultBytes } = this.#limits
    await this.#database.query(this.#sql.forget, [KEPT_MS, kept, resultBytes])
  }

  async #leave(): Promise<void> {
    this.cancelAll()
    const deadline = performance.now() + FAREWELL_MS
    while (this.#own.size > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
    clearInterval(this.#beating)
  }

  #lost(): unknown[] {
    return [this.#lostAfterMs, 'OPERATION_LOST', this.#lostDetails()]
  }

  #lostDetails(): string {
    return `The server process that ran it was not heard of for ${this.#lostAfterMs / 1000} s; what it had not committed is undone`
  }
}

/** A row of the table as a job. */
const recordOf = (row: SharedRow): JobRecord => {
  const { error_code: code, error_details: details, result, rows_total: rowsTotal } = row
  return {
    id: row['id'] as string,
    operation: row['operation'] as string,
    object: row['object'] as string | null,
    owner: row['owner'] as string,
    isBackground: row['background'] as boolean,
    status: row['status'] as JobRecord['status'],
    phase: row['phase'] as string,
    rowsDone: Number(row['rows_done']) === UNKNOWN ? null : Number(row['rows_done']),
    rowsTotal: rowsTotal === null ? null : Number(rowsTotal),
    startedAt: row['started_at'] as Date,
    endedAt: row['ended_at'] as Date | null,
    hasFile: row['has_file'] === true,
    found: null,
    result: typeof result === 'string' ? (JSON.parse(result) as JsonObject) : null,
    error: code === null ? null : { code: code as ErrorCode, details: String(details) },
  }
}
