import cds, { type Request } from '@sap/cds'
import { httpRequest, type Next } from './record-reads.ts'
import { type Element, type Entity, liveEntity, storedElements } from './mirror-model.ts'

/** `GET /Data?entity=<name>`: the rows of an exposed entity as generic records. An extension: the contract leaves it open. */

const { SELECT } = cds.ql

const ROLE = 'operator'
/** What can be answered for live rows; other options would have to be applied to the records, not to the entity. */
const OPTIONS = ['entity', '$top', '$skip', '$skiptoken', '$count', '$select', '$format', 'sap-language', 'sap-locale']

type Row = Record<string, unknown>
interface LiveRow {
  dummy?: string
  record?: Cell[]
}
type LiveRows = LiveRow[] & { $count?: number }

interface Query {
  SELECT: {
    one?: boolean
    count?: boolean
    columns?: (string | { ref?: string[]; as?: string })[]
    limit?: { rows?: { val: number }; offset?: { val: number } }
  }
}

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('base64')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The key as text: the value of a single key, else `name=value` pairs, so that no two rows share one. */
const dummyOf = (row: Row, keys: readonly Element[]): string => {
  const [first, second] = keys
  return first && !second
    ? (textOf(row[first.name]) ?? '')
    : keys.map(({ name }) => `${name}=${encodeURIComponent(textOf(row[name]) ?? '')}`).join(',')
}

const countOf = async (entity: Entity): Promise<number> => {
  const row = (await SELECT.one.from(entity.name).columns('count(*) as total')) as { total: number | string }
  return Number(row.total)
}

const rowsOf = async (entity: Entity, { columns, limit }: Query['SELECT']): Promise<LiveRow[]> => {
  const elements = storedElements(entity).filter(({ type }) => type !== 'cds.LargeBinary')
  const keys = elements.filter(({ key }) => key)
  const query = SELECT.from(entity.name)
    .columns(...elements.map(({ name }) => name))
    .orderBy(...keys.map(({ name }) => `${name} asc`))
  if (limit?.rows) query.limit(limit.rows.val, limit.offset?.val ?? 0)
  const isSelected = (name: string): boolean =>
    !columns || columns.some((column) => column === '*' || (typeof column === 'object' && column.ref?.[0] === name))
  const rows = (await query) as unknown as Row[]
  return rows.map((row) => ({
    ...(isSelected('dummy') && { dummy: dummyOf(row, keys) }),
    ...(isSelected('record') && { record: elements.map(({ name }) => ({ column: name, data: textOf(row[name]) })) }),
  }))
}

const authorize = (req: Request): void => {
  if (req.user.is(ROLE)) return
  if ((req.user as { _is_anonymous?: boolean })._is_anonymous) req.reject(401)
  req.reject({ status: 403, code: 'FORBIDDEN', message: `Reading live rows needs the role ${ROLE}` })
}

const checkOptions = (req: Request, options: Record<string, unknown>): void => {
  const option = Object.keys(options).find((name) => !OPTIONS.includes(name))
  if (option !== undefined)
    req.reject({
      status: 400,
      code: 'OPTION_NOT_SUPPORTED',
      message: `${option} is not supported together with entity`,
      target: option,
    })
}

/** READ of rows: those of the entity that the URL names, else (no `entity` there) the stored ones. */
export const readLiveRows = async (req: Request, next: Next): Promise<unknown> => {
  const options = httpRequest(req)?.query ?? {}
  if (options['entity'] === undefined || (req.query as unknown as Query).SELECT.one) return next()
  authorize(req)
  checkOptions(req, options)
  const entity = typeof options['entity'] === 'string' ? liveEntity(options['entity']) : undefined
  if (!entity)
    return req.reject({
      status: 404,
      code: 'ENTITY_NOT_FOUND',
      message: 'There is no such entity to read',
      target: 'entity',
    })
  const { SELECT: select } = req.query as unknown as Query
  if (select.columns?.some((column) => typeof column === 'object' && column.as === '$count'))
    return [{ $count: await countOf(entity) }]
  const rows: LiveRows = await rowsOf(entity, select)
  if (select.count) rows.$count = await countOf(entity)
  return rows
}

/** One cell of a generic row. */
interface Cell {
  column: string | null
  data: string | null
}

/** The length of `saga.Data.firstData`: rows whose first values agree that far count as equal when ordering. */
const FIRST_DATA_LENGTH = 5000

/** Derived columns that the database orders and searches by: it cannot look into `record`, which it stores as one JSON text. */
export const companionsOf = (record: readonly Cell[]) => ({
  firstColumn: record[0]?.column ?? null,
  firstData: record[0]?.data?.slice(0, FIRST_DATA_LENGTH).toWellFormed() ?? null,
  searchText: record.flatMap(({ column, data }) => [column ?? '', data ?? '']).join('\n'),
})

const isCell = (cell: unknown): cell is Partial<Cell> =>
  cell !== null && typeof cell === 'object' && !Array.isArray(cell)

/** Before a row is written: gives each cell both of its members, refuses cells that are none, and derives the companions. */
export const completeRecord = (req: Request): void => {
  const row = req.data as { record?: unknown }
  const sent = row.record ?? []
  // What is no array CAP has refused by now, though this still runs.
  if ((row.record === undefined && req.event !== 'CREATE') || !Array.isArray(sent)) return
  const record = sent.map((cell: unknown, index): Cell => {
    if (!isCell(cell))
      return req.reject({
        status: 400,
        code: 'ASSERT_DATA_TYPE',
        message: 'A cell of a record must be an object',
        target: `record[${index}]`,
      })
    return { column: cell.column ?? null, data: cell.data ?? null }
  })
  Object.assign(row, { record }, companionsOf(record))
}
