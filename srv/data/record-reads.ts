import type { Request } from '@sap/cds'
import { addRecordOrders } from './record-order.ts'

interface Query {
  SELECT: { columns?: (string | object)[]; where?: object[]; orderBy?: object[] }
}

const isRecord = (ref: unknown): boolean => Array.isArray(ref) && ref[0] === 'record'

const mentionsRecord = (expression: unknown): boolean =>
  Array.isArray(expression)
    ? expression.some(mentionsRecord)
    : expression !== null &&
      typeof expression === 'object' &&
      (isRecord((expression as { ref?: unknown }).ref) || Object.values(expression).some(mentionsRecord))

/**
 * Before READ of rows: refuses to compare or order whole records, which no database does alike, orders by their first
 * cells where asked to, and leaves the companions unread, since nobody is shown them.
 */
export const prepareRead = (req: Request): void => {
  const { SELECT } = req.query as unknown as Query
  if (mentionsRecord(SELECT.where) || mentionsRecord(SELECT.orderBy))
    req.reject({
      status: 400,
      code: 'NOT_SUPPORTED',
      message: 'record is a collection and cannot be compared',
      target: 'record',
    })
  if (SELECT.columns)
    SELECT.columns = SELECT.columns.flatMap((column) =>
      column === '*' ? [{ ref: ['dummy'] }, { ref: ['record'] }] : [column],
    )
  addRecordOrders(req, (SELECT.orderBy ??= []))
}
