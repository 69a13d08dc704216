/** How a check that was due has ended; `running` is the claim of a process. */
export type CheckStatus = 'running' | 'pass' | 'warn' | 'fail' | 'error'

const WORST_FIRST = ['error', 'fail', 'warn', 'pass'] as const

/** How checks have ended together. */
export const worst = (statuses: readonly CheckFindings['status'][]): CheckFindings['status'] =>
  WORST_FIRST.find((each) => statuses.includes(each)) ?? 'pass'

/** What the model says, as a check; `model/<table>` is what it says of one table. */
export const MODEL = 'model'

/** What a check is, as its results tell it. */
export interface ScheduledCheck {
  /** Its file and its name; `model` for what the model says, `model/<table>` for what it says of one table. */
  readonly id: string
  readonly periodSeconds: number
  readonly schema: string | null
  readonly table: string | null
  readonly owner: string | null
  /** File, line and column. */
  readonly at: string | null
}

/** What is known of a check when it has been made. */
export interface CheckFindings {
  readonly status: Exclude<CheckStatus, 'running'>
  readonly name: string | null
  readonly rule: string | null
  readonly severity: string | null
  /** Rows; for `model`, checks. Null where it could not be made. */
  readonly checked: number | null
  readonly failed: number | null
  readonly reason: string | null
}

/** What is recorded of a check and a slot. Times are ISO 8601. */
export interface CheckResult extends ScheduledCheck, Omit<CheckFindings, 'status'> {
  readonly slot: string
  readonly status: CheckStatus
  readonly checkedAt: string | null
  readonly durationMs: number | null
  readonly runner: string | null
  readonly leaseUntil: string | null
}

/** A change of status that the webhook has to be told. */
export interface Notice {
  readonly result: CheckResult
  readonly previous: CheckStatus | null
  readonly tries: number
}

/** What a run has found of one check, for all slots that it was due at. */
export interface CheckRun {
  readonly check: ScheduledCheck
  readonly slots: readonly string[]
  readonly findings: CheckFindings
  readonly checkedAt: string
  readonly durationMs: number
}

/** The checks that are run by themselves, and what of the files cannot be read. */
export interface Scheduled {
  readonly checks: readonly ScheduledCheck[]
  readonly refused: readonly string[]
}

/** What scheduled checks have found, as far as it is read. */
export interface CheckHistory {
  /** The newest result of a check, which may be the claim of a process. */
  newest(id: string): Promise<CheckResult | undefined>
  /**
   * The newest results of a check that are no claims, the newest first; those before a slot, where one is given. Claims are
   * any number: whoever makes a check claims all slots that it is late for.
   */
  ended(id: string, limit: number, before?: string): Promise<CheckResult[]>
  /** As they are now. */
  scheduled(): Promise<Scheduled>
  /** The tables of the model that were checked at a slot. */
  ofModel(slot: string): Promise<CheckResult[]>
}

/** Where results are kept, for all processes of the application. */
export interface CheckResults extends Omit<CheckHistory, 'scheduled'> {
  /**
   * Claims slots of a check for a runner, all or none.
   *
   * @returns false where somebody else has one of them.
   */
  claim(check: ScheduledCheck, slots: readonly string[], runner: string, leaseUntil: string): Promise<boolean>
  /** Claims the slots of a runner whose lease is over. @returns those that are the runner's now. */
  takeOver(id: string, from: string, runner: string, now: string, leaseUntil: string): Promise<string[]>
  /** Holds on to what a runner has claimed. */
  renew(id: string, slots: readonly string[], runner: string, leaseUntil: string): Promise<void>
  /**
   * Records what was found for the slots that are still the runner's, and others of the same run beside it, at once; with
   * a notice for the webhook where `previous` is given.
   *
   * @returns false where they are somebody else's by now, and nothing is recorded.
   */
  record(run: CheckRun, runner: string, beside: readonly CheckRun[], previous?: CheckStatus | null): Promise<boolean>
  /** Forgets what was due before a time. */
  forget(before: string): Promise<void>
  /** Takes notices that are due, so that nobody else tries them before `until`. */
  takeNotices(now: string, until: string, limit: number): Promise<Notice[]>
  /** A notice was given, or will never be. */
  dropNotice(notice: Notice): Promise<void>
  /** A notice is to be tried again. */
  delayNotice(notice: Notice, until: string): Promise<void>
}
