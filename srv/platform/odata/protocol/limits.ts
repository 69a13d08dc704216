import { AsyncLocalStorage } from 'node:async_hooks'
import cds from '@sap/cds'
import { type Limits, readLimits, limitRequestRate, type WorkQueue } from '../../guard/index.ts'
import { answerQueue, enterAnswer } from './enter-answer.ts'
import { requestError, standardError } from './errors.ts'
import {
  type Concern,
  type RequestHandler,
  type Response,
  isPart,
  type Request as HttpRequest,
} from '../../cap/odata.ts'
import type { DatabaseQuery, DatabaseService } from '../../cap/database-service.ts'
import { elementOf, type Column, type Entity, type Select } from '../../cap/csn.ts'
import { type Interceptor, type Request, type Row, toRows } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { RecentMap } from '../../../read-cache/recent-map.ts'

let limits: Limits | undefined

/** The limits of the configuration, read once. */
export const limitsInForce = (): Limits => (limits ??= readLimits())

let limiter: RequestHandler | undefined

/** One count for all services. A batch costs as much as its requests, since each of them comes by here. */
export const requestRate: Concern = () => {
  const limit = (limiter ??= limitRequestRate(limitsInForce().requestsPerMinute))
  return (req, res, next) => {
    void limit(req, res, (refused?: unknown) => {
      const { code, message } = standardError(429)
      if (refused === undefined) next()
      else next(requestError(429, code, message))
    })
  }
}

let answers: WorkQueue | undefined

/** That of answers whose navigation properties are expanded to many rows. */
export const enterAnswerWithRows = (rows: number, res: Response, begin: () => void): void =>
  enterAnswer((answers ??= answerQueue(limitsInForce().expandRows)), rows, res, begin)

/** The part of the records that are allowed below which a write goes on at once. */
const FEW = 0.02
/** How many of the largest writes may wait for their turn; more are told to come again. */
const LARGEST_WAITING = 16

let writes: WorkQueue | undefined

/** One budget over all requests that write many records. */
const deepWrites = (): WorkQueue => {
  const { writeRows } = limitsInForce()
  return (writes ??= answerQueue(writeRows, writeRows * LARGEST_WAITING))
}

/** Records that the parts of one HTTP request have been allowed so far. */
const allowed = new WeakMap<object, number>()

/** Whether a request may write so many more. */
export const mayWrite = (rows: number): boolean => {
  const { req } = cds.context?.http as unknown as { req: object }
  const total = (allowed.get(req) ?? 0) + rows
  allowed.set(req, total)
  return total <= limitsInForce().writeRows
}

/** What a request comes to that writes more than it may. */
export const tooManyRows = (): Error => {
  const { writeRows } = limitsInForce()
  return requestError(
    413,
    'TOO_MANY_ROWS',
    `A request writes at most ${writeRows} records, those within records counted.`,
  )
}

/** The same request may succeed in a moment. */
const tooManyWrites = (): Error => {
  const error = requestError(503, 'TOO_MUCH_UNDER_WAY', 'There are too many large writes under way. Try again later.')
  return Object.assign(error, { $sanitize: false })
}

/** Waits until so much may be written: before there is a connection to the database that others may need. */
export const enterWrite = (rows: number, res: Response, begin: (refused?: Error) => void): void => {
  if (rows <= limitsInForce().writeRows * FEW) return begin()
  enterAnswer(deepWrites(), rows, res, begin, () => begin(tooManyWrites()))
}

/** What is written whole though nobody has sent it: a draft is copied from its record, and the record from the draft. */
const COPIES: readonly string[] = ['draftEdit', 'draftActivate']
const CHANGES: readonly string[] = ['CREATE', 'NEW', 'UPDATE']

/** What a request has read in order to write it. */
interface Copy {
  rows: number
}

const copies = new AsyncLocalStorage<Copy>()

/** Rows of records with all their compositions, as last seen by this process: an estimate for the queue, nothing else. */
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
