import cds from '@sap/cds'
import type { Response } from '../../cap/odata.ts'
import { requestError } from '../errors/errors.ts'
import { limitsInForce } from './limits.ts'
import { RowSemaphore } from './row-semaphore.ts'

/** The part of the records that are allowed below which a write goes on at once. */
const FEW = 0.02
/** How many of the largest writes may wait for their turn; more are told to come again. */
const LARGEST_WAITING = 16

let semaphore: RowSemaphore | undefined

/** One budget over all requests that write many records. */
const deepWrites = (): RowSemaphore => {
  const { writeRows } = limitsInForce()
  return (semaphore ??= new RowSemaphore(writeRows, writeRows * LARGEST_WAITING))
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
  deepWrites().enter(rows, res, begin, () => begin(tooManyWrites()))
}
