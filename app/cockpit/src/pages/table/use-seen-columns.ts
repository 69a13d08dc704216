import type { TableColumn } from '../../api/table.ts'
import { pinnedFirst, usePinned } from '../../parts/grid/use-pinned.ts'
import type { Options } from '../../parts/use-options.ts'
import { hiddenColumns, writeHidden } from './hidden-columns.ts'

/**
 * Which columns of a table are shown, those that are pinned first.
 *
 * @param change puts into the address what is hidden.
 * @returns `choice` is what one chooses them by.
 */
export const useSeenColumns = (
  key: string,
  columns: readonly TableColumn[],
  options: Options,
  change: (changed: Options) => void,
) => {
  const names = columns.map(({ name }) => name)
  const hidden = hiddenColumns(names, options)
  const { pinned, setPinned } = usePinned(key)
  const seen = pinnedFirst(
    columns.filter(({ name }) => !hidden.has(name)),
    pinned,
  )
  const onChange = (chosen: readonly string[]): void => {
    change(writeHidden(names, chosen))
  }
  return { seen, hidden, pinned, choice: { names, hidden, onChange, pinned, onPin: setPinned } }
}
