import cds from '@sap/cds'
import type { AdminConfig } from './config.ts'
import type { CheckHistory } from './core/check-history.ts'
import { readCheckFiles } from './host/check-files.ts'
import { checkResults, hasCheckResults } from './host/check-results.ts'
import { operationEndpoint, type OperationFrame } from './http/operation-endpoint.ts'
import { OWN_ROUTES } from './http/routes.ts'
import { scheduledChecks } from './schedules/scheduled-checks.ts'
import { startSchedules } from './schedules/start-schedules.ts'

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
