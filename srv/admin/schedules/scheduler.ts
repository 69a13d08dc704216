import { randomUUID } from 'node:crypto'
import { nextSlot } from '../core/check-files/period.ts'
import { type CheckResults, type CheckRun, MODEL, type Scheduled, type ScheduledCheck } from '../core/check-history.ts'
import { AdminError } from '../core/errors.ts'
import type { Logger } from '../http/call.ts'
import { type Claimed, claimDue } from './claim-due.ts'
import { clock } from './clock.ts'
import { type Answer, failedToRun, findingsOf, findingsOfModel, tablesOfModel, groupsOf } from './scheduled-checks.ts'

export interface SchedulerOptions {
  readonly results: CheckResults
  readonly scheduled: () => Promise<Scheduled>
  /** Runs checks as `POST /checks/run` does. @throws AdminError `TOO_MANY_OPERATIONS` where they have to wait. */
  readonly run: (input: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Answer>
  /** How long a claim holds of a process that is not heard of. */
  readonly leaseMs: number
  readonly keepDays: number
  /** Whether changes of status are to be told. */
  readonly hasWebhook: boolean
  readonly log: Logger
}

/** How long it is waited for new files, and for work that is in the way. */
const [LOOK_MS, WAIT_MS, FORGET_MS, DAY_MS] = [15_000, 1_000, 3_600_000, 86_400_000]

/**
 * Runs checks when they are due. Each slot of a check is recorded once, however many processes do so: who has claimed it in
 * the database makes it, and who dies at it is taken over.
 */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #runner = randomUUID()
  readonly #ended = new AbortController()
  /** When it is looked for a check again, in milliseconds since 1970. */
  readonly #looks = new Map<string, number>()
  readonly #told = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #forgotMs = 0

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  start(): void {
    this.#plan(0)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#ended.abort(new AdminError('OPERATION_CANCELLED', 'The server ends'))
  }

  /** Makes what is due. @returns when there is something to do again, in milliseconds from now. */
  async look(): Promise<number> {
    const { leaseMs } = this.#options
    const { checks, refused } = await this.#options.scheduled()
    for (const details of refused) this.#warnOnce(`Checks are not run by themselves: ${details}`)
    for (const group of groupsOf(checks)) {
      const due = group.filter((check) => (this.#looks.get(nameOf(check)) ?? 0) <= clock())
      try {
        const claims = await this.#claim(due)
        if (claims.length > 0) await this.#make(claims)
      } catch (error) {
        this.#tell(error)
        // Other checks do not wait for it; what is claimed is made once the lease is over.
        for (const check of due) this.#looks.set(nameOf(check), clock() + leaseMs + 1)
      }
      if (this.#ended.signal.aborted) return LOOK_MS
    }
    await this.#forget()
    const soonest = Math.min(...checks.map((check) => this.#looks.get(nameOf(check)) ?? 0))
    return Math.min(LOOK_MS, Math.max(10, soonest - clock()))
  }

  #plan(waitMs: number): void {
    if (this.#ended.signal.aborted) return
    this.#timer = setTimeout(() => {
      this.look().then(
        (nextMs) => this.#plan(nextMs),
        (error: unknown) => {
          this.#tell(error)
          this.#plan(LOOK_MS)
        },
      )
    }, waitMs).unref()
  }

  #tell(error: unknown): void {
    if (!this.#ended.signal.aborted) this.#warnOnce(`Checks cannot be run by themselves: ${(error as Error).message}`)
  }

  /** Those that are due and nobody else's. */
  async #claim(checks: readonly ScheduledCheck[]): Promise<Claimed[]> {
    const { results, leaseMs } = this.#options
    const claims: Claimed[] = []
    for (const check of checks) {
      const nowMs = clock()
      const claim = await claimDue(results, check, { runner: this.#runner, nowMs, leaseMs })
      if (claim && typeof claim !== 'number') claims.push(claim)
      const next = nextSlot(1_000 * check.periodSeconds, nowMs)
      this.#looks.set(nameOf(check), typeof claim === 'number' ? Math.min(next, claim + 1) : next)
    }
    return claims
  }

  /** Makes checks of one table, by one scan of it, and records what they have found. */
  async #make(claims: readonly Claimed[]): Promise<void> {
    const { results, leaseMs } = this.#options
    const held = setInterval(() => {
      const until = new Date(clock() + leaseMs).toISOString()
      // Who cannot renew loses it, and somebody else makes the check.
      for (const { check, slots } of claims) results.renew(check.id, slots, this.#runner, until).catch(() => undefined)
    }, leaseMs / 3).unref()
    try {
      const checkedAt = new Date(clock()).toISOString()
      const startedMs = performance.now()
      const answers = await this.#answers(claims)
      const time = { checkedAt, durationMs: Math.round(performance.now() - startedMs) }
      for (const [index, claim] of claims.entries()) await this.#record(claim, answers[index] ?? '', time)
    } finally {
      clearInterval(held)
    }
  }

  /** One answer for all; where that is refused, one for each, so that a check with a fault leaves the others alone. */
  async #answers(claims: readonly Claimed[]): Promise<(Answer | string)[]> {
    const common = await this.#run(claims)
    if (typeof common !== 'string' || claims.length === 1) return claims.map(() => common)
    const each: (Answer | string)[] = []
    for (const claim of claims) each.push(await this.#run([claim]))
    return each
  }

  /** @returns a sentence for what cannot be made. */
  async #run(claims: readonly Claimed[]): Promise<Answer | string> {
    const { signal } = this.#ended
    const [first] = claims
    const schema = first?.check.schema ?? undefined
    const what = first?.check.id === MODEL ? { source: 'model' } : { checks: claims.map(({ check }) => check.id) }
    const input = { ...(schema !== undefined && { schema }), ...what, passing: true, maxErrors: 0 }
    for (;;) {
      try {
        return await this.#options.run(input, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof AdminError) || error.code === 'DATABASE_UNAVAILABLE') throw error
        if (error.code !== 'TOO_MANY_OPERATIONS') return error.details
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      }
    }
  }

  async #record(
    claim: Claimed,
    answer: Answer | string,
    time: Pick<CheckRun, 'checkedAt' | 'durationMs'>,
  ): Promise<void> {
    const { check, slots, previous } = claim
    const isModel = check.id === MODEL
    const findings =
      typeof answer === 'string'
        ? failedToRun(answer)
        : isModel
          ? findingsOfModel(answer)
          : findingsOf(check.id, answer)
    const beside = isModel && typeof answer !== 'string' ? tablesOfModel(claim, answer, time) : []
    const hasChanged = findings.status !== (previous ?? 'pass')
    const isTold = hasChanged && this.#options.hasWebhook
    const { results, log } = this.#options
    const isMine = await results.record(
      { check, slots, findings, ...time },
      this.#runner,
      beside,
      ...(isTold ? [previous] : []),
    )
    if (!isMine || !hasChanged) return
    const { status, checked, failed, reason } = findings
    const counted = reason ?? `${failed ?? 0} of ${checked ?? 0}`
    if (status === 'pass') log.info(`The check '${check.id}' passes again`)
    else log.warn(`The check '${check.id}' has the status ${status}: ${counted}`)
  }

  async #forget(): Promise<void> {
    const { results, keepDays } = this.#options
    if (clock() < this.#forgotMs + FORGET_MS) return
    this.#forgotMs = clock()
    await results.forget(new Date(clock() - keepDays * DAY_MS).toISOString())
  }

  #warnOnce(message: string): void {
    if (this.#told.has(message)) return
    this.#told.add(message)
    this.#options.log.warn(message)
  }
}

/** With its period: one that is changed is looked for at once. */
const nameOf = ({ id, periodSeconds }: ScheduledCheck): string => `${periodSeconds} ${id}`
