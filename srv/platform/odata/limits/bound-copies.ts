import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseQuery, DatabaseService } from '../../cap/database-service.ts'
import { elementOf, type Column, type Entity, type Select } from '../../cap/csn.ts'
import { isPart, type Request as HttpRequest, type Response } from '../../cap/odata.ts'
import { type Interceptor, type Request, type Row, toRows } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { RecentMap } from '../../plans/index.ts'
import { enterWrite, tooManyRows } from './deep-writes.ts'
import { limitsInForce } from './limits.ts'

/** What is written whole though nobody has sent it: a draft is copied from its record, and the record from the draft. */
const COPIES: readonly string[] = ['draftEdit', 'draftActivate']
const CHANGES: readonly string[] = ['CREATE', 'NEW', 'UPDATE']

/** What a request has read in order to write it. */
interface Copy {
  rows: number
}

const copies = new AsyncLocalStorage<Copy>()

/** Rows of records with all that they are composed of, as far as this process has met them: for whose turn it is alone. */
const sizes = new RecentMap<unknown, number>(5_000)

type Limited = Column & { limit?: { rows: { val: number } } }

/** Has the database read no more of what records are composed of than may be written. */
const limitParts = (entity: Entity | undefined, columns: readonly Column[], most: number): boolean =>
  columns
    .map((column) => {
      if (column === '*' || !column.expand) return false
      const [step] = column.ref ?? []
      const element = typeof step === 'string' ? elementOf(entity, step) : undefined
      if (!element?.isComposition || !element.is2many) return false
      ;(column as Limited).limit = { rows: { val: most + 1 } }
      limitParts(element._target, column.expand, most)
      return true
    })
    .some(Boolean)

const countParts = (entity: Entity | undefined, rows: readonly Row[]): number =>
  Object.values(entity?.compositions ?? {}).reduce(
    (sum, { name, _target, is2many }) =>
      sum + (is2many ? rows.reduce((of, row) => of + countRows(_target, toRows(row[name])), 0) : 0),
    0,
  )

const countRows = (entity: Entity | undefined, rows: readonly Row[]): number => rows.length + countParts(entity, rows)

/** Refuses to go on where a request has read more of a record than it may write. */
export const limitCopies = (service: unknown): void => {
  const database = service as DatabaseService
  const { handle } = database
  database.handle = async function handleWithin(this: DatabaseService, request) {
    const copy = copies.getStore()
    const query = typeof request.query === 'object' ? (request.query as DatabaseQuery & { SELECT?: Select }) : undefined
    const entity = query?._target as Entity | undefined
    const { writeRows } = limitsInForce()
    if (!copy || !query?.SELECT?.columns || !limitParts(entity, query.SELECT.columns, writeRows))
      return handle.call(this, request)
    const result = await handle.call(this, request)
    copy.rows = Math.max(copy.rows, countRows(entity, toRows(result)))
    if (copy.rows > writeRows) throw tooManyRows()
    return result
  }
}

/** The key of the record that a path begins with. */
const keyOf = ({ query, target }: Request): unknown => {
  const [root] = query?.SELECT?.from.ref ?? query?.UPDATE?.entity.ref ?? []
  const where = typeof root === 'object' ? (root.where ?? []) : []
  const key = target?.elements && sharedKey(target)
  const at = where.findIndex((token) => typeof token === 'object' && token.ref?.[0] === key)
  const operand = at < 0 ? undefined : where[at + 2]
  return typeof operand === 'object' ? operand.val : undefined
}

const myTurn = (rows: number, req: HttpRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    if (isPart(req)) resolve()
    else enterWrite(rows, req.res as Response, (refused) => (refused ? reject(refused) : resolve()))
  })

/** Bounds what is copied between a record and its draft, and compared where a record is changed whole. */
export const boundCopies: Interceptor = async (request, next) => {
  const { event, target, protocol, req } = request
  const isCopy = COPIES.includes(event)
  if (protocol !== 'odata' || !target?.compositions || !(isCopy || CHANGES.includes(event))) return next()
  const copy: Copy = { rows: 0 }
  if (isCopy && req) await myTurn(sizes.get(keyOf(request)) ?? 0, req as HttpRequest)
  const result = await copies.run(copy, next)
  const rows = Math.max(copy.rows, isCopy ? 0 : countRows(target, [request.data]))
  if (rows > 1) sizes.set(isCopy ? keyOf(request) : request.data[sharedKey(target)], rows)
  return result
}
