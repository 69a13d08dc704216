import cds from '@sap/cds'
import {
  type Column,
  type Concern,
  entitiesAlong,
  type Entity,
  isPart,
  queriesOf,
  type Query,
  type Response,
} from '../../../cap/odata.ts'
import { badRequest, requestError } from '../../protocol/errors.ts'
import { expandedColumns, expandedRows, navigation } from './expand-rows.ts'
import { limitsInForce, answersWithRows } from '../../protocol/limits.ts'
import { answerMemory, type Limits, TOO_MUCH_UNDER_WAY } from '../../../guard/index.ts'

/** How far the navigation properties of a query are expanded. */
interface Extent {
  readonly depth: number
  readonly toMany: number
  readonly items: number
}

const NOTHING: Extent = { depth: 0, toMany: 0, items: 0 }

const extentOf = (entity: Entity | undefined, columns: readonly (Column | '*')[] | undefined): Extent =>
  expandedColumns(columns).reduce((most, column) => {
    const association = entity && navigation(entity, column)
    const inside = extentOf(association?._target, column.expand)
    return {
      depth: Math.max(most.depth, inside.depth + 1),
      toMany: Math.max(most.toMany, inside.toMany + (association?.is2many ? 1 : 0)),
      items: most.items + inside.items + 1,
    }
  }, NOTHING)

const checkExtent = ({ depth, toMany, items }: Extent, limits: Limits): void => {
  const refuse = (message: string): Error => badRequest('EXPAND_TOO_LARGE', message)
  if (depth > limits.expandDepth) throw refuse(`$expand nests at most ${limits.expandDepth} deep.`)
  if (toMany > limits.expandToMany)
    throw refuse(`At most ${limits.expandToMany} to-many navigation properties are expanded inside each other.`)
  if (items > limits.expandItems) throw refuse(`At most ${limits.expandItems} navigation properties are expanded.`)
}

/** What a row takes while it becomes part of an answer: from the database, as an object, as text. */
const ROW_BYTES = 1_024

/** Rows that the parts of one HTTP request have been allowed so far. */
const allowed = new WeakMap<object, number>()

/** @returns how many rows are added to the answer at most. */
const checkRows = async (entity: Entity, { SELECT }: Query, limits: Limits): Promise<number> => {
  const { max } = (cds.env as unknown as { query: { limit: { max: number } } }).query.limit
  const most = SELECT?.one ? 1 : Math.min(SELECT?.limit?.rows?.val ?? max, max)
  const rows = await expandedRows(entity, SELECT?.columns ?? [], most)
  if (rows === 0) return 0
  const { req, res } = cds.context?.http as unknown as { req: object; res: Response }
  const total = (allowed.get(req) ?? 0) + rows
  if (total > limits.expandRows)
    throw badRequest(
      'EXPAND_TOO_LARGE',
      `The navigation properties may expand to ${total} rows, and ${limits.expandRows} is the most. Use $top, or expand less.`,
    )
  const memory = answerMemory()
  if (!memory.mayTake(res, total * ROW_BYTES))
    throw requestError(503, TOO_MUCH_UNDER_WAY.code, TOO_MUCH_UNDER_WAY.message)
  memory.add(res, rows * ROW_BYTES)
  allowed.set(req, total)
  return rows
}

/** Whether a query expands to-many navigation properties, whose rows have to be counted then. */
const isOpenEnded = (entity: Entity | undefined, { SELECT }: Query, limits: Limits): boolean => {
  const extent = extentOf(entity, SELECT?.columns)
  checkExtent(extent, limits)
  return extent.toMany > 0
}

/**
 * Bounds what $expand makes of a short URL: its depth, its breadth, and the rows that it may come to. It holds for
 * every method, since the answer to a write is expanded as well.
 */
export const expandLimits: Concern = (adapter) => {
  const limits = limitsInForce()
  return (req, res, next) => {
    const openEnded = queriesOf(req).flatMap((query) => {
      const entity = [...entitiesAlong(query, adapter.service)].at(-1)?.[1]
      return isOpenEnded(entity, query, limits) && entity ? [{ entity, query }] : []
    })
    if (openEnded.length === 0) return next()
    Promise.all(openEnded.map(({ entity, query }) => checkRows(entity, query, limits))).then((counts) => {
      const rows = counts.reduce((sum, each) => sum + each, 0)
      // A part of a batch has the connection to the database already that others may wait for: the batch has waited.
      if (rows <= limits.expandRows * FEW || isPart(req)) next()
      else answersWithRows().enter(rows, res, () => next())
    }, next)
  }
}

/** The part of the rows that are allowed below which an answer is made at once. */
const FEW = 0.01
