import { randomUUID } from 'node:crypto'
import cds from '@sap/cds'
import { type AdminConfig, MAX_TIMEOUT_SECONDS } from '../config.ts'
import type { CheckResults, Scheduled, CheckHistory } from '../core/check-history.ts'
import type { OperationEndpoint } from '../http/endpoint.ts'
import type { Logger } from '../http/call.ts'
import { type Answer, scheduledChecks } from './scheduled-checks.ts'
import { Scheduler } from './scheduler.ts'
import { Webhook } from './webhook.ts'
import { readCheckFiles } from '../host/check-files.ts'
import { checkResults, hasCheckResults } from '../host/check-results.ts'
import { operationEndpoint, type OperationFrame } from '../http/operation-endpoint.ts'
import { OWN_ROUTES } from '../http/routes.ts'

export interface ScheduleOptions {
  readonly config: Pick<AdminConfig, 'schedules' | 'webhook' | 'heavy'>
  readonly results: CheckResults
  readonly scheduled: () => Promise<Scheduled>
  /** `POST /checks/run`. */
  readonly runChecks: OperationEndpoint
  readonly application: string
  readonly log: Logger
}

/** Who runs what is scheduled, as operations and their records tell it. */
const SCHEDULE = { id: 'schedule', is: () => true }

/** How often it is looked for notices that are to be given again. */
const NOTICES_MS = 5_000

/** Begins to run checks when they are due, and to tell the webhook. @returns what ends it. */
const startSchedules = (options: ScheduleOptions): (() => void) => {
  const { config, results, scheduled, runChecks, application, log } = options
  const { schedules, webhook, heavy } = config
  const scheduler = new Scheduler({
    ...{ results, scheduled, log },
    leaseMs: 1_000 * heavy.lostAfterSeconds,
    keepDays: schedules.keepDays,
    hasWebhook: webhook !== null,
    run: async (input, signal) => {
      const answer = await runChecks.handle({
        operationId: randomUUID(),
        user: SCHEDULE,
        input: { ...input, timeout: MAX_TIMEOUT_SECONDS },
        wishes: { accepts: ([first]) => first, isBackground: false, onBackground: () => undefined },
        requireRole: () => undefined,
        signal,
      })
      return answer as Answer
    },
  })
  scheduler.start()
  const told = webhook && new Webhook({ ...webhook, results, application, log })
  const sending = told && setInterval(() => void told.send().catch(() => undefined), NOTICES_MS).unref() // the next time will do
  return () => {
    scheduler.stop()
    if (sending) clearInterval(sending)
  }
}

const scheduledBy =
  ({ checks, schedules }: AdminConfig) =>
  async () =>
    scheduledChecks(await readCheckFiles(checks), schedules.modelSeconds)

/** What scheduled checks have found, where the application has tables for it. */
export const checkHistory = (config: AdminConfig): { readonly checkHistory?: CheckHistory } =>
  hasCheckResults() ? { checkHistory: { ...checkResults, scheduled: scheduledBy(config) } } : {}

/**
 * Runs checks when they are due, where the application has tables for what they find.
 *
 * @param application as its package is called.
 * @returns what ends it.
 */
export const runSchedules = (
  frame: Omit<OperationFrame, 'onBackgroundEnd' | 'recordRead'>,
  application: string,
): (() => void) | undefined => {
  const { config } = frame
  if (!hasCheckResults() || !config.schedules.enabled) return undefined
  const route = OWN_ROUTES.find(({ path }) => path === '/checks/run')
  if (!route) throw new Error('There is no operation that runs checks')
  return startSchedules({
    ...{ config, results: checkResults, scheduled: scheduledBy(config), application, log: cds.log('dba') },
    // No value is told, so that no read of sensitive data is recorded.
    runChecks: operationEndpoint(route, { ...frame, onBackgroundEnd: () => undefined }),
  })
}
