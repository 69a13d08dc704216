import { type CapAdapter, type Concern, isPart, type Request } from '../../cap/odata.ts'
import { enterWrite, mayWrite, tooManyRows } from '../limits/deep-writes.ts'
import { WITH_BODY } from './body-type.ts'
import { bodyRecords } from './records.ts'

const countRecords = (req: Request, adapter: CapAdapter): number =>
  req.body !== undefined && WITH_BODY.includes(req.method) ? [...bodyRecords(req, adapter)].length : 0

/** Bounds what one request writes, and what all of them write at a time. */
export const writeLimits: Concern = (adapter) => (req, res, next) => {
  const rows = countRecords(req, adapter)
  if (rows === 0) return next()
  if (!mayWrite(rows)) return next(tooManyRows())
  // A part of a batch has the connection to the database already that others may wait for: the batch has waited.
  if (isPart(req)) return next()
  enterWrite(rows, res, next)
}
