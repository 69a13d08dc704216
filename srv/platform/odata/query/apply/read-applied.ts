import cds from '@sap/cds'
import { BadRequest } from '../../protocol/errors.ts'
import { constant, type Entity, keysOf, type Operand, type Select, type Step, type Token } from '../../../cap/csn.ts'
import { sidesOf } from '../drafts/reading.ts'
import { type Interceptor, readFromDatabase, type Request, type Row, type Rows } from '../../../cap/request.ts'
import { type Applied, appliedTo } from './applied.ts'
import { columnAt, namesOf, recordsAt, type Relation, type ResultColumn, selectOf } from './relation.ts'
import { settled } from './aggregate.ts'
import { applySteps } from './steps.ts'

/** The key of an active record without the field that says so, which no table has. */
function stored(step: Step): Step {
  if (typeof step === 'string' || !step.where) return step
  const kept: Token[] = []
  for (let at = 0; at < step.where.length; at += 4) {
    const [left = '', ...rest] = step.where.slice(at, at + 3)
    if (typeof left === 'object' && left.ref?.[0] === 'IsActiveEntity') continue
    kept.push(...(kept.length ? ['and'] : []), left, ...rest)
  }
  return { ...step, where: kept }
}

/** The records that a path leads to. */
function recordsOf({ query, target, user }: Request, { aliases }: Applied): Relation {
  const ref = query?.SELECT?.from.ref ?? []
  const sides = sidesOf(ref)
  const [side = 'active'] = sides
  if (side === 'draft') throw new BadRequest('$apply is not supported for drafts')
  const scope = { entity: target as Entity, side, user: user.id, isOfBoth: sides.length > 1 }
  return recordsAt(ref.map(stored), scope, aliases)
}

/** CAP would make an ETag of the property that records have theirs of, also where rows are grouped by it. */
const withoutEtag = (row: Row): Row =>
  Object.defineProperty(row, '$etag', { get: () => undefined, set: () => undefined, enumerable: false })

/** Rows as clients see them: `show/title` is a property of a property. */
function toRow(row: Row, columns: readonly ResultColumn[]): Row {
  const result = withoutEtag({})
  for (const [index, { path, type }] of columns.entries()) {
    const value = row[`c${index}`] ?? null
    const names = path.split('/')
    const last = names.pop() ?? path
    let at = result
    for (const name of names) at = (at[name] ??= {}) as Row
    at[last] = type === 'Boolean' && value !== null ? Boolean(value) : value
  }
  return result
}

/** Types that CAP reads in a form of their own, such as texts with all digits; what is computed has to say that it is one. */
const READ_APART: ReadonlySet<string> = new Set([
  'Int64',
  'Integer64',
  'Decimal',
  'DecimalFloat',
  'Date',
  'Time',
  'DateTime',
  'Timestamp',
  'Duration',
])

/** The seconds of a duration are a number, to databases and to the model. */
const readAs = ({ type }: ResultColumn): string => `cds.${type === 'Duration' ? 'Decimal' : type}`

/** The columns of the last SELECT. */
const typed = (columns: readonly ResultColumn[], { scope }: Relation): ResultColumn[] =>
  columns.map((column) =>
    READ_APART.has(column.type) && (!scope || !column.operand.ref)
      ? { ...column, operand: { xpr: [column.operand], cast: { type: readAs(column) } } }
      : column,
  )

/** The columns of the rows, and the names that `$select` leaves of them. */
function columnsOf(relation: Relation, { select }: Applied): ResultColumn[] {
  const names = namesOf(relation)
  const isAll = !select || select.includes('*')
  const unknown = select?.find((name) => name !== '*' && !names.includes(name))
  if (unknown !== undefined) throw new BadRequest(`There is no ${unknown} in what $apply gives`)
  return names.filter((name) => isAll || select.includes(name)).map((name) => columnAt(name, relation))
}

const countOf = async (select: Select): Promise<number> => {
  const columns: Operand[] = [{ func: 'count', args: [constant(1)], as: 'n' }]
  const [row] = await readFromDatabase({ from: { SELECT: select }, columns })
  return Number(row?.['n'] ?? 0)
}

const MOST = (): number => (cds.env as unknown as { query: { limit: { max: number } } }).query.limit.max

/** Reads one relation after the other: a database with a single connection has none for a second one meanwhile. */
async function readResult(request: Request, applied: Applied): Promise<Rows> {
  const { SELECT: select } = request.query as { SELECT: Select }
  const records = recordsOf(request, applied)
  const entity = request.target as Entity
  const wanted = Object.keys(entity.elements)
  const relations = applySteps(records, applied.steps, wanted).map((relation) => {
    if (relation.scope && entity.drafts)
      throw new BadRequest('$apply gives records with drafts only where it chooses some of them, or as groups')
    return relation.page ? settled(relation, namesOf(relation)) : relation
  })
  const lists = relations.map((relation) => columnsOf(relation, applied))
  const isCount = select.columns?.some((column) => column !== '*' && column.as === '$count')
  if (!isCount) applied.lists = lists
  const rows: Rows = []
  if (isCount || select.count) {
    let count = 0
    for (const [index, relation] of relations.entries()) count += await countOf(selectOf(relation, lists[index] ?? []))
    if (isCount) return [{ $count: count }]
    rows.$count = count
  }
  const page = Math.min(select.limit?.rows?.val ?? MOST(), MOST())
  const skip = select.limit?.offset?.val ?? 0
  // What the link to the next page is made of.
  select.limit = { ...select.limit, rows: { val: page } }
  const found: Row[] = []
  for (const [index, relation] of relations.entries()) {
    const columns = lists[index] ?? []
    const only = relations.length === 1
    const paged = { ...relation, page: { skip: only ? skip : 0, top: only ? page : skip + page } }
    const some = await readFromDatabase(selectOf(paged, typed(columns, relation)))
    found.push(...some.map((row) => toRow(row, columns)))
  }
  rows.push(...(relations.length === 1 ? found : found.slice(skip, skip + page)))
  return rows
}

/** A page within `$apply` leaves those records whose keys are on it. */
function keepPage(request: Request, applied: Applied): void {
  const { SELECT: select } = request.query as { SELECT: Select }
  const records = recordsOf(request, applied)
  const [key = '', ...more] = keysOf(request.target as Entity)
  if (more.length) throw new BadRequest('A page within $apply needs records with a single key')
  const [relation] = applySteps(records, applied.steps, [key])
  if (!relation) return
  const keys = selectOf(relation, [columnAt(key, relation)])
  const condition: Token[] = [{ ref: [key] }, 'in', { SELECT: keys }]
  select.where = select.where ? [{ xpr: select.where }, 'and', ...condition] : condition
}

/**
 * Answers `$apply` by queries of the database: each step works on what the step before it gives, as the standard has it,
 * and CAP's own reading of `$apply` does not.
 */
export const readApplied: Interceptor = async (request, next, tx) => {
  const applied = appliedTo(request.query)
  if (!applied || !request.query?.SELECT || !request.target?.elements) return next()
  if (applied.isResult) {
    await tx.handle_authorization?.(request)
    return readResult(request, applied)
  }
  keepPage(request, applied)
  return next()
}
