import { anyCell } from './any-cell.ts'
import { type CellWriter, exactValue, escapeFormula } from './cell.ts'
import { foreignValue, looksForeign } from './foreign-value.ts'
import type { TextColumn, TextFormat } from './file-format.ts'

/** What is to be known of values on their way, besides their column. */
export interface CellContext {
  /** Told of a value that would not come back from the file as it was. */
  readonly onAmbiguous: (column: number) => void
  /** Whether all texts of a column are what they seem to be: the driver writes U+FFFD for bytes that are not UTF-8. */
  readonly isUtf8: (column: number) => boolean
}

const NO_CONTEXT: CellContext = { onAmbiguous: () => undefined, isUtf8: () => true }

/** Makes cells of values, for each column. */
export const createCells = (format: TextFormat, context = NO_CONTEXT): readonly CellWriter[] =>
  format.columns.map((column, index) => {
    const onAmbiguous = (): void => context.onAmbiguous(index)
    const isUtf8 = (): boolean => context.isUtf8(index)
    return column.target
      ? anyCell(format, column, column.target, { onAmbiguous, isUtf8 })
      : plainCell(format, column, onAmbiguous)
  })

const plainCell = (
  { escapeFormulas, values }: TextFormat,
  { kind, scale }: TextColumn,
  onAmbiguous: () => void,
): CellWriter => {
  // JSON has no such number, or none that programs keep.
  const write: CellWriter = (value) => (Object.is(value, -0) ? '-0' : exactValue(value, kind, scale))
  if (values !== 'exact' && !escapeFormulas) return write
  return (value) => {
    const cell = write(value)
    if (typeof cell !== 'string') return cell
    const shown = escapeFormulas ? escapeFormula(cell, kind) : cell
    if (shown === cell && !(values === 'exact' && looksForeign(cell))) return cell
    if (values === 'exact') return foreignValue(cell)
    onAmbiguous()
    return shown
  }
}
