import type { IndexAdvice } from '../../../core/index-advice.ts'
import { type Alert, alert } from '../../../dialects/monitoring.ts'
import { adviseIndexes, type StatedAdvice } from '../../index-advice.ts'
import { listKeys } from '../../list-keys.ts'
import type { SessionContext, OperationContext } from '../../operation.ts'
import type { Drift } from '../../../core/drift/find-drift.ts'
import { SEVERITIES } from '../../../core/drift/severity.ts'
import { examineDrift } from '../../examine-drift.ts'
import type { CheckHistory } from '../../../core/check-history.ts'

/** The words for each kind of advice; details name the statement. */
export const INDEX_ALERTS = {
  missing: {
    code: 'MISSING_INDEX',
    severity: 'low',
    name: 'Missing index',
    description:
      'Rows are looked for by columns that no index begins with: by who follows a reference, and when a row is deleted.',
    userAction:
      'Create the index, and have each deployment do so: the package cds-indexes makes those of associations, db/init.js of a CAP application any other.',
  },
  duplicate: {
    code: 'DUPLICATE_INDEX',
    severity: 'low',
    name: 'Duplicate index',
    description: 'Another index does the work of this one, which slows writing down.',
    userAction: 'Drop the index, and take it out of the deployment.',
  },
  unused: {
    code: 'UNUSED_INDEX',
    severity: 'info',
    name: 'Unused index',
    description: 'The table was read often, and never by this index, which slows writing down.',
    userAction: 'Drop the index if no yearly report or replica needs it.',
  },
} as const satisfies Record<
  IndexAdvice['kind'],
  Pick<Alert, 'code' | 'severity' | 'name' | 'description' | 'userAction'>
>

/** Of each kind. */
const LISTED = 20

/** What there is to say of the indexes of the current schema. */
export const indexAlerts = async (context: SessionContext): Promise<Alert[]> => {
  const schema = await context.names.schema(context.session, undefined)
  const keys = await listKeys(context, { schema, table: null, source: 'all' })
  const advice = (await adviseIndexes(context, schema, keys)) ?? []
  return [...Map.groupBy(advice, ({ kind }) => kind).values()]
    .flatMap((ofKind) => ofKind.slice(0, LISTED))
    .map((each) => alertOf(schema, each))
}

const alertOf = (schema: string, advice: StatedAdvice): Alert =>
  alert({
    ...INDEX_ALERTS[advice.kind],
    object: `${schema}.${advice.kind === 'missing' ? advice.table : advice.name}`,
    schema,
    table: advice.table,
    details: `${reasonOf(advice)}: ${advice.statement}`,
  })

const reasonOf = (advice: IndexAdvice): string => {
  if (advice.kind === 'missing') return `${advice.table} by ${advice.columns.join(', ')}`
  if (advice.kind === 'duplicate') return `${advice.other} does the same`
  return `${advice.table} was read ${advice.tableScans} times`
}

/** The words for each kind of difference; details name some of what differs. */
export const DRIFT_ALERTS = {
  dataAtRisk: {
    code: 'MODEL_DRIFT_DATA',
    severity: 'high',
    name: 'Model and database differ: data at risk',
    description: 'Rows can come in that the model forbids, or values change on their way.',
    userAction: 'See what differs by POST /modelDrift, and deploy, or undo what was changed by hand.',
  },
  wrongAnswers: {
    code: 'MODEL_DRIFT_ANSWERS',
    severity: 'medium',
    name: 'Model and database differ: wrong answers',
    description: 'Requests fail, or are answered otherwise than the model says.',
    userAction: 'See what differs by POST /modelDrift, and deploy, or undo what was changed by hand.',
  },
  harmless: {
    code: 'MODEL_DRIFT',
    severity: 'info',
    name: 'Model and database differ',
    description: 'The database has what the model does not know, which changes no answer.',
    userAction: 'See what differs by POST /modelDrift.',
  },
} as const satisfies Record<Drift['severity'], Pick<Alert, 'code' | 'severity' | 'name' | 'description' | 'userAction'>>

/** Named in the details. */
const NAMED = 5

/** How the current schema differs from the model: one alert for each degree. */
export const driftAlerts = async (context: OperationContext): Promise<Alert[]> => {
  const { schema, findings } = await examineDrift(context, {})
  return SEVERITIES.flatMap((severity) => {
    const found = findings.filter((each) => each.severity === severity)
    if (found.length === 0) return []
    const names = found.slice(0, NAMED).map(nameOf)
    const more = found.length > names.length ? `, and ${found.length - names.length} more` : ''
    return [alert({ ...DRIFT_ALERTS[severity], object: schema, schema, details: `${names.join(', ')}${more}` })]
  })
}

const nameOf = ({ change, kind, table, name }: Drift): string =>
  `${change} ${kind} ${[table, name].filter((part) => part !== null).join('.')}`

/** The words for each way in which a check does not pass. */
const CHECK_ALERTS = {
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
