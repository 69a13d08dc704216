import type { TableStructure } from '../../api/table.ts'

/** Which table a tab is about. */
export interface TableProps {
  readonly schema: string
  readonly table: string
  /** What the catalog tells of it; undefined while it is asked for. */
  readonly structure: TableStructure | undefined
}
