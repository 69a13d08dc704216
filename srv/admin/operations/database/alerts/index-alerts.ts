import type { IndexAdvice } from '../../../core/index-advice.ts'
import { type Alert, alert } from '../../../dialects/monitoring.ts'
import { adviseIndexes, type StatedAdvice } from '../../index-advice.ts'
import { listKeys } from '../../list-keys.ts'
import type { SessionContext } from '../../operation.ts'

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
