import type { StatementAccess, StepAccess } from '../../database/session.ts'
import type { Flow, FlowEnd, StoredObject } from '../lineage.ts'
import type { Origin } from './lineage-columns.ts'
import { sameName } from './lineage-questions.ts'

/** The answer to a question about an object. */
export interface Answer {
  readonly isWhole: boolean
  readonly statements: StepAccess['statements']
}
/** Finds what a name stands for in a schema. */
export type Find = (schema: string, name: string) => StoredObject | undefined
type Access = StatementAccess['accesses'][number]

const endOf = ({ schema, name, type }: StoredObject): FlowEnd => ({
  schema,
  name,
  type: type === 'trigger' ? 'procedure' : type,
})

/** @param columns where each column of the view comes from; null when that is not known. Null for a view that cannot be compiled. */
export const viewFlows = (
  view: StoredObject,
  answers: readonly Answer[],
  find: Find,
  columns: readonly (readonly Origin[])[] | null,
): Flow[] | null => {
  const answer = answers[0]?.statements[0]
  if (!answer) return null
  const shown: readonly (readonly Origin[])[] = columns ?? answer.columns.map(({ origin }) => (origin ? [origin] : []))
  const target = endOf(view)
  return answer.accesses.flatMap(({ action, schema, table, column }) => {
    const source = action === 'read' ? find(schema, table) : undefined
    if (!source || source === view || (source.schema === view.schema && sameName(source.name, view.name))) return []
    const isSource = (origin: Origin): boolean =>
      origin.schema === schema && sameName(origin.table, table) && sameName(origin.column, column ?? '')
    const flow = { source: endOf(source), target, type: 'view', sourceColumn: column } as const
    const targets = view.columns.flatMap((targetColumn, index): Flow[] => {
      const origins = shown[index]?.filter(isSource) ?? []
      const isCondition = origins.every((origin) => origin.isCondition)
      return origins.length === 0 ? [] : [{ ...flow, targetColumn, ...(isCondition && { isCondition }) }]
    })
    // A column that is shown may go into another one, too.
    if (columns === null) return [...targets, { ...flow, targetColumn: null, isUnsure: true }]
    return targets.length > 0 ? targets : [{ ...flow, targetColumn: null }]
  })
}

/** Columns of a view that come from what is no object of the database, such as the rows of a function; null for all. */
export const untracedColumns = (
  view: StoredObject,
  answers: readonly Answer[],
  find: Find,
  columns: readonly (readonly Origin[])[] | null,
): (string | null)[] => {
  const reads = answers[0]?.statements[0]?.accesses.filter(({ action }) => action === 'read') ?? []
  const foreign = reads.filter(({ schema, table }) => !find(schema, table))
  if (foreign.length === 0) return []
  if (columns === null) return [null]
  const isForeign = (origin: Origin): boolean =>
    foreign.some(({ schema, table }) => origin.schema === schema && sameName(origin.table, table))
  return view.columns.filter((_, index) => columns[index]?.some(isForeign))
}

/** What a trigger reads goes into what the same statement of it writes. Null when it cannot be compiled. */
export const triggerFlows = (trigger: StoredObject, answers: readonly Answer[], find: Find): Flow[] | null => {
  if (trigger.type !== 'trigger') return []
  const fired = answers.map(({ isWhole, statements }) => ({
    isWhole,
    accesses: statements
      .flatMap((statement) => (statement?.accesses.some(({ isDirect }) => !isDirect) ? [statement.accesses] : []))
      .flat(),
  }))
  const whole = fired.filter(({ isWhole, accesses }) => isWhole && accesses.length > 0)
  const parts = fired.filter(({ isWhole }) => !isWhole)
  const subject = find(trigger.schema, trigger.subject ?? '')
  if (!subject || whole.length === 0) return null
  const chosen = parts.length > 0 && parts.every(({ accesses }) => accesses.length > 0) ? parts : whole
  return chosen.flatMap(({ accesses }) => flowsOf(subject, accesses, find))
}

const flowsOf = (subject: StoredObject, accesses: readonly Access[], find: Find): Flow[] => {
  // What the probing statement does itself is to its own table only.
  const own = accesses.filter(({ isDirect, table }) => !isDirect || !sameName(table, subject.name))
  const reads = own
    .filter(({ action }) => action === 'read')
    .flatMap(({ schema, table, column }) => {
      const source = find(schema, table)
      return source ? [{ source, column }] : []
    })
  const writes = own.filter(({ action }) => ['insert', 'update', 'delete'].includes(action))
  const targets = new Set(writes.flatMap(({ schema, table }) => find(schema, table) ?? []))
  return [...targets].flatMap((target) =>
    [{ source: subject, column: null }, ...reads].map(({ source, column }): Flow => ({
      source: endOf(source),
      target: endOf(target),
      type: 'trigger',
      sourceColumn: column,
      targetColumn: null,
    })),
  )
}
