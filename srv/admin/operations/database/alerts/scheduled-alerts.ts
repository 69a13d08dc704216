import type { CheckHistory } from '../../../core/check-history.ts'
import { type Alert, alert } from '../../../dialects/monitoring.ts'

/** The words for each way in which a check does not pass. */
export const CHECK_ALERTS = {
  fail: {
    code: 'CHECK_FAILED',
    severity: 'high',
    name: 'Check failed',
    description: 'Rows are not as a scheduled check wants them.',
    userAction: 'See the rows by POST /checks/run, and mend them or what writes them.',
  },
  warn: {
    code: 'CHECK_WARNS',
    severity: 'medium',
    name: 'Check warns',
    description: 'Rows are not as a scheduled check of severity warning wants them.',
    userAction: 'See the rows by POST /checks/run.',
  },
  error: {
    code: 'CHECK_NOT_MADE',
    severity: 'medium',
    name: 'Check could not be made',
    description: 'Whether the rows are as a scheduled check wants them is not known.',
    userAction: 'Mend the file of the check, or the table that it is about.',
  },
} as const satisfies Record<string, Pick<Alert, 'code' | 'severity' | 'name' | 'description' | 'userAction'>>

/** The scheduled checks that did not pass when they were made last. */
export const scheduledAlerts = async (history: CheckHistory): Promise<Alert[]> => {
  const found: Alert[] = []
  for (const { id, schema, table, owner } of (await history.scheduled()).checks) {
    const [last] = await history.ended(id, 1)
    if (!last || last.status === 'pass' || last.status === 'running') continue
    const counted = last.reason ?? `${last.failed ?? 0} of ${last.checked ?? 0} do not pass`
    const details = owner === null ? counted : `${counted}; for ${owner}`
    found.push(alert({ ...CHECK_ALERTS[last.status], object: id, schema, table, details, timestamp: last.checkedAt }))
  }
  return found
}
