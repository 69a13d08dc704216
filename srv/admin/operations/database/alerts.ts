import type { AdminConfig } from '../../config.ts'
import { refuseMore } from '../list-page.ts'
import * as t from '../../core/json-schema.ts'
import { type Alert, type AlertCheck, SEVERITIES } from '../../dialects/monitoring.ts'
import { AdminError } from '../../core/errors.ts'
import { SUPPORT } from '../answer-types.ts'
import { inSession, type Operation, type OperationContext, ROLES } from '../operation.ts'
import { problemOf } from '../read-source.ts'
import { driftAlerts, scheduledAlerts, indexAlerts } from './alerts/own-alerts.ts'

const input = t.object(
  t.optionals({
    severity: t.oneOf(['all', ...SEVERITIES], 'Only alerts of this severity'),
    limit: t.integer('Alerts listed at most', { minimum: 0 }),
  }),
)

interface CheckStatus {
  readonly id: string
  readonly status: 'ok' | 'alert' | 'skipped' | 'denied' | 'error'
  readonly reason?: string
}
interface Examination {
  readonly checkedAt: Date
  /** By `performance.now()`, to tell how old it is. */
  readonly checkedMs: number
  readonly checks: readonly CheckStatus[]
  readonly alerts: readonly (Alert & { readonly id: string; readonly source: AlertCheck['source'] })[]
}

/** Checks cost something, and dashboards ask often. */
const KEPT_MS = 30_000
/** Of each API that is served, which its configuration stands for, by the highest role of who asks: reasons tell more to some. */
const examinations = new WeakMap<AdminConfig, Map<string | undefined, Examination>>()

const output = t.object({
  ...SUPPORT,
  checkedAt: t.dateTime(),
  counts: t.object(t.integers('critical', 'high', 'medium', 'low', 'info')),
  checks: t.arrayOf({
    id: t.string(),
    status: t.oneOf(['ok', 'alert', 'skipped', 'denied', 'error']),
    reason: t.optional(t.string()),
  }),
  alerts: t.arrayOf({
    ...t.strings('id', 'code'),
    severity: t.oneOf(SEVERITIES),
    ...t.strings('name', 'description'),
    ...t.all(t.nullable(t.string()), 'details', 'object', 'schema', 'table', 'timestamp', 'userAction'),
    source: t.oneOf(['engine', 'derived']),
  }),
  count: t.integer(),
  truncated: t.boolean(),
})

/**
 * Tells what deserves attention: the engine's own alerts, or checks derived from its statistics, as `source` says.
 * Results are kept for 30 seconds.
 *
 * @returns `{ engine, supported, checkedAt, counts, checks, alerts, count, truncated }`: `counts` per severity is of all
 *   alerts; a check that could not be made says so and why.
 * @throws AdminError `LIMIT_TOO_LARGE`; `INSUFFICIENT_PRIVILEGE` when the database user may make no check at all.
 * @see Admin REST API, Endpoints, GET /alerts. The query and the response shape are ours.
 */
export const alerts: Operation<typeof input> = {
  summary: 'Tells what deserves attention',
  input,
  output,
  run: async (context, { severity = 'all', limit = context.config.limits.listLength }) => {
    refuseMore('limit', limit, context.config.limits.listLengthMax)
    const { checkedAt, checks, alerts: all } = await examined(context)
    const wanted = all.filter((alert) => severity === 'all' || alert.severity === severity)
    const listed = wanted.slice(0, limit)
    return {
      engine: context.dialect.engine,
      supported: true,
      checkedAt: checkedAt.toISOString(),
      counts: Object.fromEntries(
        SEVERITIES.map((each) => [each, all.filter((alert) => alert.severity === each).length]),
      ),
      checks: checks.map((check) => ({ ...check })),
      alerts: listed.map((alert) => ({ ...alert })),
      count: listed.length,
      truncated: listed.length < wanted.length,
    }
  },
}

const examined = async (context: OperationContext): Promise<Examination> => {
  const byRole = examinations.get(context.config) ?? new Map<string | undefined, Examination>()
  examinations.set(context.config, byRole)
  const role = ROLES.findLast((each) => context.user.is(each))
  const kept = byRole.get(role)
  if (kept && performance.now() - kept.checkedMs < KEPT_MS) return kept
  const fresh = await examine(context)
  byRole.set(role, fresh)
  return fresh
}

const examine = async (context: OperationContext): Promise<Examination> => {
  const checks: CheckStatus[] = []
  const found: Examination['alerts'][number][] = []
  for (const { id, source, look } of checksOf(context)) {
    const { status, alerts: own } = await outcomeOf(id, look)
    checks.push(status)
    own.forEach((alert, index) => {
      const subject = [id, alert.object].filter((part) => part !== null).join(':')
      found.push({ id: `${subject}#${index + 1}`, ...alert, source })
    })
  }
  if (checks.every(({ status }) => status === 'denied'))
    throw new AdminError('INSUFFICIENT_PRIVILEGE', 'The database user may make none of the checks')
  const rank = (alert: Alert): number => SEVERITIES.indexOf(alert.severity)
  return {
    checkedAt: new Date(),
    checkedMs: performance.now(),
    checks,
    alerts: found.sort((a, b) => rank(a) - rank(b)),
  }
}

/** What a check has found, or why it was not made. */
type Found = readonly Alert[] | Omit<CheckStatus, 'id'>

/** A check, made in a transaction of its own: a failure is told, and stays its own. */
interface Look extends Pick<AlertCheck, 'id' | 'source'> {
  readonly look: () => Promise<Found>
}

const checksOf = (context: OperationContext): Look[] => [
  ...context.dialect.monitoring.alerts.map(({ id, source, precondition, statement, read }) => ({
    id,
    source,
    look: () =>
      context.database.read(context, async (session): Promise<Found> => {
        if (precondition && (await session.query(precondition.statement)).length === 0) return precondition.otherwise
        return read(await session.query(statement))
      }),
  })),
  ...(context.dialect.catalog.indexes
    ? [{ id: 'indexes', source: 'derived' as const, look: () => inSession(context, indexAlerts) }]
    : []),
  ...(context.modelStatements
    ? [{ id: 'modelDrift', source: 'derived' as const, look: () => driftAlerts(context) }]
    : []),
  ...scheduledLooks(context),
]

const scheduledLooks = ({ checkHistory }: OperationContext): Look[] =>
  checkHistory ? [{ id: 'scheduledChecks', source: 'derived', look: () => scheduledAlerts(checkHistory) }] : []

const outcomeOf = async (
  id: string,
  look: Look['look'],
): Promise<{ status: CheckStatus; alerts: readonly Alert[] }> => {
  try {
    const found = await look()
    if ('status' in found) return { status: { id, ...found }, alerts: [] }
    return { status: { id, status: found.length > 0 ? 'alert' : 'ok' }, alerts: found }
  } catch (error) {
    const { status, reason } = problemOf(error)
    return { status: { id, status: status === 'missing' ? 'skipped' : status, reason }, alerts: [] }
  }
}
