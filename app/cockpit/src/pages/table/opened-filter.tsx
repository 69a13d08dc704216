import type { TableColumn } from '../../api/table.ts'
import { type ColumnFilter, type Kind, whereText } from '../../parts/grid/column-filter.ts'
import { FilterPopover } from '../../parts/grid/filter-popover.tsx'

/** A column whose filter is open, and what it was opened by. */
export interface Opened {
  readonly column: string
  readonly opener: HTMLElement
}

interface OpenedFilterProps {
  readonly schema: string
  readonly table: string
  readonly opened: Opened
  readonly filters: readonly ColumnFilter[]
  /** The condition that was typed. */
  readonly typed: string
  readonly columns: readonly TableColumn[]
  readonly kindOf: (column: string) => Kind
  readonly rowCount: number | undefined
  readonly onChange: (filters: readonly ColumnFilter[]) => void
  readonly onClose: () => void
}

/** The filter of a column, with its values among the rows that meet the other ones. */
export const OpenedFilter = (props: OpenedFilterProps) => {
  const { schema, table, opened, filters, typed, columns, kindOf, rowCount, onChange, onClose } = props
  const { column, opener } = opened
  const others = filters.filter((each) => each.column !== column)
  const isMasked = columns.find(({ name }) => name === column)?.isMasked === true
  return (
    <FilterPopover
      key={column}
      column={column}
      opener={opener}
      kind={kindOf(column)}
      filter={filters.find((each) => each.column === column)}
      source={isMasked ? undefined : { schema, table, where: whereText(others, typed, kindOf), rowCount }}
      onApply={(filter) => {
        onChange([...others, ...(filter ? [filter] : [])])
      }}
      onClose={onClose}
    />
  )
}
