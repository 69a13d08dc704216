import type { IndexUse } from '../core/index-advice.ts'
import type { Row } from '../database/session.ts'
import { type CatalogQuery, all, flag, list, numberOrNull, rowReader, text } from './rows.ts'

/** Quoted. */
interface IndexNames {
  readonly schema: string
  readonly index: string
  readonly table: string
  readonly columns: string
}

/** What an engine tells of its indexes. */
export interface IndexCatalog {
  /** Those about columns of all rows, without expressions, in the order in which rows are sorted. */
  readonly ofSchema: CatalogQuery<{ schema: string }, IndexUse>
  /** Tables with at least so many rows, without counting any to the end. */
  readonly largeTables: CatalogQuery<{ schema: string; rows: number }, string>
  readonly create: (names: IndexNames) => string
  readonly drop: (names: IndexNames) => string
}

const read = rowReader({ ...all(text, 'table', 'name'), ...all(flag, 'is_unique', 'is_constraint') })

export const readIndex = (row: Row): IndexUse => {
  const { table, name, is_unique: isUnique, is_constraint: isConstraint } = read(row)
  return {
    ...{ table, name, isUnique, isConstraint },
    columns: list(row, 'columns'),
    order: list(row, 'order'),
    scans: numberOrNull(row, 'scans'),
    tableScans: numberOrNull(row, 'table_scans'),
  }
}
