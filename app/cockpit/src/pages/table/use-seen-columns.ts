import type { TableColumn } from '../../api/table.ts'
import { type ColumnPlace, inOrder, movedBeside } from '../../parts/grid/column-order.ts'
import { useKeptNames } from '../../parts/grid/kept-by-table.ts'
import { pinnedFirst } from '../../parts/grid/use-pinned.ts'
import type { Options } from '../../parts/use-options.ts'
import { hiddenColumns, writeHidden } from './hidden-columns.ts'

/**
 * Which columns of a table are shown, in the order that somebody has given them, those that are pinned first.
 *
 * @param change puts into the address what is hidden.
 * @returns `choice` is what one chooses them by; `isOwn` tells that they are not all, or not as the table has them.
 */
export const useSeenColumns = (
  key: string,
  columns: readonly TableColumn[],
  options: Options,
  change: (changed: Options) => void,
) => {
  const names = columns.map(({ name }) => name)
  const hidden = hiddenColumns(names, options)
  const [pinned, setPinned] = useKeptNames('cockpit.pinned', key)
  const [order, setOrder] = useKeptNames('cockpit.order', key)
  const ordered = pinnedFirst(inOrder(columns, order), pinned)
  const seen = ordered.filter(({ name }) => !hidden.has(name))
  const onChange = (chosen: readonly string[]): void => {
    change(writeHidden(names, chosen))
  }
  const onMove = (name: string, place: ColumnPlace): void => {
    setOrder(
      movedBeside(
        ordered.map((column) => column.name),
        name,
        place,
      ),
    )
  }
  const onResetOrder = (): void => {
    setOrder([])
  }
  return {
    ...{ seen, hidden, pinned, onMove },
    isOwn: names.some((name, at) => seen[at]?.name !== name),
    choice: {
      ...{ names: ordered.map(({ name }) => name), hidden, onChange, pinned, onPin: setPinned, onMove },
      onResetOrder: order.length > 0 ? onResetOrder : undefined,
    },
  }
}
