import type { Request } from '@sap/cds'

/** One cell of a generic row. */
export interface Cell {
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
