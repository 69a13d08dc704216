import type { Drift } from '../../../core/drift/find-drift.ts'
import { SEVERITIES } from '../../../core/drift/severity.ts'
import { type Alert, alert } from '../../../dialects/monitoring.ts'
import type { OperationContext } from '../../operation.ts'
import { examineDrift } from '../../examine-drift.ts'

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
