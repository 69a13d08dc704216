import { type TableStructure, useRowCount } from '../../api/table.ts'

/** Rows whose times and values are read while somebody looks. */
const MOST_ROWS = 100_000

/**
 * Whether a table is so small that it is read without being asked to. Where the catalog knows no number the rows are counted;
 * until then it is not small.
 */
export const useIsSmall = (structure: TableStructure | undefined): boolean => {
  const known = structure?.rowCount ?? undefined
  const isCounted = structure !== undefined && known === undefined
  const counted = useRowCount(isCounted ? structure.schema : '', isCounted ? structure.table : '').value
  const rows = known ?? counted
  return rows !== undefined && rows <= MOST_ROWS
}
