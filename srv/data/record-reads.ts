import type { Request } from '@sap/cds'
import { addRecordOrders } from './record-order.ts'

type Token = string | Operand

/** The parts of a CQN expression that can name an element. */
interface Operand {
  ref?: string[]
  func?: string
  args?: Operand[]
  xpr?: Token[]
}

interface Query {
  SELECT: { columns?: Token[]; where?: Token[]; orderBy?: Operand[]; groupBy?: Operand[] }
}

const isRecord = ({ ref }: Operand): boolean => ref?.[0] === 'record'

/** Functions that look into a collection, which they have as their first argument. */
const OF_CELLS: readonly (string | undefined)[] = ['anyitem', 'countitems']

const mentionsRecord = (expression: unknown): boolean => {
  if (Array.isArray(expression)) return expression.some(mentionsRecord)
  if (expression === null || typeof expression !== 'object') return false
  const { func, args = [] } = expression as Operand
  if (OF_CELLS.includes(func)) return mentionsRecord(args.slice(1))
  return isRecord(expression) || Object.values(expression).some(mentionsRecord)
}

const CASE_FUNCTIONS = ['tolower', 'toupper']

const asText = (operand: Operand): Operand => {
  if (isRecord(operand)) return { ref: ['searchText'] }
  return CASE_FUNCTIONS.includes(operand.func ?? '') ? { ...operand, args: operand.args?.map(asText) ?? [] } : operand
}

/** `contains(record,'x')`, which is also what a search asks for, looks into the texts of the cells, not into their JSON. */
const containsText = (token: Token): Token => {
  if (typeof token === 'string') return token
  if (token.xpr) return { ...token, xpr: token.xpr.map(containsText) }
  const [text, ...rest] = token.args ?? []
  return token.func === 'contains' && text ? { ...token, args: [asText(text), ...rest] } : token
}

/**
 * Before READ of rows: refuses to compare, order or sum up whole records, which no database does alike, orders by their first
 * cells where asked to, and leaves the companions unread, since nobody is shown them.
 */
export const prepareRead = (req: Request): void => {
  const { SELECT } = req.query as unknown as Query
  if (SELECT.where) SELECT.where = SELECT.where.map(containsText)
  const calls = SELECT.columns?.filter((column) => typeof column === 'object' && column.func !== undefined)
  if ([SELECT.where, SELECT.orderBy, SELECT.groupBy, calls].some(mentionsRecord))
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
