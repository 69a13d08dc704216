import cds from '@sap/cds'
import { LOCK_TEXT, ahead } from '../../cap/ahead.ts'
import { type Entity, type Step, type Token, nameOf, allEntities, entityNamed } from '../../cap/csn.ts'
import { isOfClient, type Interceptor, type Request, selectQuery, type Row, toRows } from '../../cap/request.ts'
import { baseOf, foreignKeyOf, uplinkOf } from '../../cap/model.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import {
  type DatabaseService,
  type ManagedColumn,
  type ManagedElements,
  changeTranslation,
} from '../../cap/database-service.ts'

const ADMINISTRATION = 'DRAFT.DraftAdministrativeData'
const DRAFT_ID = 'DraftAdministrativeData_DraftUUID'

interface Database {
  readonly kind?: string
  run(query: unknown, values?: readonly unknown[]): Promise<unknown>
}

/** What is locked for a change, in order. */
function recordsFor({ entity, where, isActive, isDraft }: Addressed): Records[] {
  const active = isActive ? [rootOf({ entity: baseOf(entity), where })] : []
  const administration = entityNamed(ADMINISTRATION)
  if (!isDraft || !entity.drafts || !administration) return active
  const ids = { SELECT: { from: { ref: [entity.drafts.name] }, columns: [{ ref: [DRAFT_ID] }], where } }
  return [...active, { entity: administration, where: [{ ref: ['DraftUUID'] }, 'in', ids] }]
}

/**
 * The key of a record that a change may create, if a client has chosen it: a draft or an active record, by POST, or by a
 * change of what is not there. It may have no row yet that could be locked.
 */
function newKey({ target, query, data }: Request): string | undefined {
  const active = target?.actives ?? target
  if (!active?.keys || !(query?.INSERT ?? (query?.UPDATE && !target?.isDraft))) return undefined
  const key = data[sharedKey(active)]
  return typeof key === 'string' ? `${baseOf(active).name} ${key}` : undefined
}

/**
 * Before a change reads anything it locks the record that it is about, with all that is part of it, until its transaction
 * ends: what it decides by is what it writes to. All lock in this order: a key that has no row yet, the active record, the
 * administration of its draft. What a record refers to comes later, when CAP looks whether it is there. SQLite needs
 * none of it: one transaction writes at a time.
 */
export const lockFirst: Interceptor = async (request, next) => {
  const database = cds.db as unknown as Database
  const isChange = request.protocol === 'odata' && isOfClient(request)
  if (!isChange || database.kind === 'sqlite') return next()
  const key = database.kind === 'postgres' ? newKey(request) : undefined
  if (key !== undefined) await database.run(LOCK_TEXT, [key])
  const found = addressed(request)
  for (const { entity, where } of found ? recordsFor(found) : []) {
    const columns = [{ val: 1, as: 'locked' }]
    await database.run(ahead(selectQuery({ from: { ref: [entity.name] }, columns, where, forUpdate: {} })))
  }
  return next()
}

/** The record of a service that a change is about: as it is active, as it is a draft, or both. */
interface Addressed extends Records {
  readonly isActive: boolean
  readonly isDraft: boolean
}

const isActiveKey = (token: Token | undefined): boolean =>
  typeof token === 'object' && token.ref?.[0] === 'IsActiveEntity'

/** What a key predicate says of the columns of a table: CAP writes it as comparisons in a row. */
function columnsIn(where: readonly Token[]): Token[] {
  const comparisons = where.flatMap((_, at) => (at % 4 || isActiveKey(where[at]) ? [] : [where.slice(at, at + 3)]))
  return comparisons.flatMap((comparison, at) => (at ? ['and', ...comparison] : comparison))
}

const isDraftKey = (where: readonly Token[]): boolean =>
  where.some((token, at) => {
    const value = where[at + 2]
    return isActiveKey(token) && typeof value === 'object' && value.val === false
  })

const pathOf = ({ query }: Request): readonly Step[] =>
  query?.UPDATE?.entity.ref ?? query?.DELETE?.from.ref ?? query?.INSERT?.into.ref ?? query?.SELECT?.from.ref ?? []

/** Where a part is created beside its owner, it is the owner that counts. */
function ownerInBody({ event, data }: Request, part: Entity): Addressed | undefined {
  const owner = ownerOf(baseOf(part))
  const key = owner && data[owner.column]
  const entity = owner && allEntities().find((each) => each._service === part._service && baseOf(each) === owner.entity)
  if (!entity || key === undefined || key === null) return undefined
  const isDraft = event === 'NEW'
  return { entity, where: [{ ref: [sharedKey(entity)] }, '=', { val: key }], isActive: !isDraft, isDraft }
}

/** The record that a request is to change, or whose parts it is to change, if it says one. */
function addressed(request: Request): Addressed | undefined {
  const [first, second] = pathOf(request)
  const entity = first === undefined ? undefined : entityNamed(nameOf(first))
  if (!entity?.elements) return undefined
  if (typeof first !== 'object' || !first.where) return request.query?.INSERT && ownerInBody(request, entity)
  const where = columnsIn(first.where)
  if (!where.length) return undefined
  const isDraft = isDraftKey(first.where)
  // Actions lead from one to the other, and the administration of a draft belongs to both.
  const isBoth = request.query?.SELECT !== undefined || second === 'DraftAdministrativeData'
  return { entity, where, isActive: isBoth || !isDraft, isDraft: isBoth || isDraft }
}

/** Records by their entity and a condition. */
interface Records {
  readonly entity: Entity
  readonly where: Token[]
}

interface Owner {
  readonly entity: Entity
  /** The column of its parts that has its key. */
  readonly column: string
}

const owners = new WeakMap<Entity, Owner | null>()

/** Whose part the rows of a table are. */
function ownerOf(table: Entity): Owner | null {
  const known = owners.get(table)
  if (known !== undefined) return known
  const found = allEntities()
    .filter((each) => !each.query)
    .flatMap((entity) =>
      Object.values(entity.compositions ?? {}).flatMap((composition): Owner[] => {
        const uplink = composition._target === table ? uplinkOf(composition) : undefined
        const column = uplink && table.elements[uplink] && foreignKeyOf(table.elements[uplink])
        return column ? [{ entity, column }] : []
      }),
    )
  const owner = found[0] ?? null
  owners.set(table, owner)
  return owner
}

/** The records that others are parts of, at the top. */
function rootOf({ entity, where }: Records): Records {
  const owner = ownerOf(entity)
  if (!owner) return { entity, where }
  const keys = { SELECT: { from: { ref: [entity.name] }, columns: [{ ref: [owner.column] }], where } }
  return rootOf({ entity: owner.entity, where: [{ ref: [sharedKey(owner.entity)] }, 'in', keys] })
}

/** SQL for a millisecond after that of a column. */
const NEXT: Readonly<Record<string, (column: string) => string>> = {
  sqlite: (column) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+0.001 seconds')`,
  postgres: (column) => `${column} + interval '1 millisecond'`,
}

/**
 * Has the time of a change come after that of the one before, also within a millisecond, or where the clocks of two processes
 * differ: it is the ETag, by which nobody could tell the two from each other.
 */
export const laterStamps = (database: unknown): void => {
  const service = database as DatabaseService
  const next = NEXT[service.kind ?? '']
  if (!next) return
  changeTranslation(
    service,
    (Translation) =>
      class LaterStamps extends Translation {
        override managed(columns: readonly object[], elements?: ManagedElements): ManagedColumn[] {
          return super.managed(columns, elements).map((column) => {
            if (!column.onUpdate || elements?.[column.name]?.['@cds.on.update']?.['='] !== '$now') return column
            const last = this.quote(column.name)
            return {
              ...column,
              onUpdate: `CASE WHEN ${last}>=${column.onUpdate} THEN ${next(last)} ELSE ${column.onUpdate} END`,
            }
          })
        }
      },
  )
}

const forget = (row: Row, { elements, compositions }: Entity): void => {
  for (const element of Object.values(elements))
    if (element['@cds.on.insert'] && element['@cds.on.update']) Reflect.deleteProperty(row, element.name)
  for (const { name, _target } of Object.values(compositions ?? {}))
    if (_target) for (const item of toRows(row[name])) forget(item, _target)
}

/** A record that a draft becomes was last changed when it was created: CAP takes over the time of the draft's last change. */
export const freshStamps = ({ target, data }: Request): void => {
  if (target?.drafts) forget(data, target)
}
