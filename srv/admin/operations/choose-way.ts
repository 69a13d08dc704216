import { findEntity } from '../core/find-entity.ts'
import { foldName } from '../core/identifiers.ts'
import type { Model, ModelEntity, RowAction, ServedRows } from '../core/model.ts'
import { AdminError } from '../core/errors.ts'
import type { OperationContext } from './operation.ts'

/** An entity of a service by which rows are changed. */
export interface ServedEntity {
  readonly name: string
  readonly rows: ServedRows
}

/** How the rows of a table are changed. */
export interface Way {
  /** The nearest entity of a service that shows them; null where there is none. */
  readonly service: string | null
  /** Null where the table itself is changed. */
  readonly entity: ServedEntity | null
}

/** The table itself, by name. */
export const DATABASE = 'database'

export const PASS_BY = `send via '${DATABASE}' to change the table itself, without handlers and checks of the service`

/**
 * Chooses the entity of a service that changes are made by: the nearest that takes them, or the one that is named. Where all
 * are read-only, it is the table itself.
 *
 * @throws AdminError `INVALID_PARAMETER` for names of others, `FORBIDDEN` where the roles of the user let none be written, and
 *   `SERVED_BY_APPLICATION` where rows are changed there in another way, or not like this.
 */
export const chooseWay = (
  { model, application }: Pick<OperationContext, 'model' | 'application'>,
  table: string,
  via: string | undefined,
  actions: readonly RowAction[],
): Way => {
  const entities = shownBy(model, table)
  const service = entities[0]?.name ?? null
  if (via === DATABASE || service === null) {
    if (via !== undefined && via !== DATABASE) throw notServing(via, table, [])
    return { service, entity: null }
  }
  const called = new Set(model.services.map(({ name }) => name))
  const open = application ? entities.filter((each) => called.has(each.service ?? '')) : []
  const all = open.flatMap(({ name, rows }) => (rows && isOf(rows, table) ? [{ name, rows }] : []))
  const writers = all.filter(({ rows }) => actions.every((action) => rows.actions.includes(action)))
  if (via !== undefined) {
    const named = all.find(({ name }) => name === via)
    if (!named) throw notServing(via, table, all)
    const missing = actions.find((action) => !named.rows.actions.includes(action))
    if (missing) throw served(table, `${via}, which takes no ${missing}`)
    return { service, entity: named }
  }
  const entity = writers.find(({ name }) => actions.every((action) => application?.mayWrite(name, action)))
  if (entity) return { service, entity }
  if (writers[0])
    throw new AdminError(
      'FORBIDDEN',
      `Table '${table}' is served as ${writers[0].name}, which roles of yours do not let you change so; ${PASS_BY}`,
    )
  const isReadOnly = application && open.every(({ rows }) => rows?.actions.length === 0)
  if (isReadOnly) return { service, entity: null }
  const other = open.find(({ rows }) => rows?.actions.length !== 0) ?? entities[0]
  throw served(table, `${other?.name ?? service}, by which its rows are not changed like this`)
}

const served = (table: string, how: string): AdminError =>
  new AdminError('SERVED_BY_APPLICATION', `Table '${table}' is served as ${how}: change them there, or ${PASS_BY}`)

const notServing = (via: string, table: string, all: readonly ServedEntity[]): AdminError =>
  new AdminError(
    'INVALID_PARAMETER',
    `'via' is '${via}', which shows the rows of '${table}' in no service: it may be ${[DATABASE, ...all.map(({ name }) => name)].join(', ')}`,
  )

const isOf = (rows: ServedRows, table: string): boolean => foldName(rows.table) === foldName(table)

/** The entities of services that show the rows of a table, through as many others as there are; the nearest first. */
const shownBy = (model: Model, table: string): ModelEntity[] => {
  const entity = findEntity(model, table)
  if (!entity) return []
  const near = new Set([entity])
  for (const { name } of near) for (const each of model.entities) if (each.sources.includes(name)) near.add(each)
  return [...near].filter(({ service }) => service !== null)
}
