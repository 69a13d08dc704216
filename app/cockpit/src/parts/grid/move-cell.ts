/** A cell by its row and column among those that are shown, from 0. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** Where a key leads from a cell; undefined for keys that lead nowhere. */
export const moveCell = (
  key: string,
  from: CellPlace | undefined,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): CellPlace | undefined => {
  const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    Home: [0, -columns],
    End: [0, columns],
    PageUp: [-10, 0],
    PageDown: [10, 0],
  }
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (!step || rows === 0 || columns === 0) return undefined
  if (!from) return { row: 0, column: 0 }
  const within = (value: number, end: number): number => Math.min(end - 1, Math.max(0, value))
  return { row: within(from.row + step[0], rows), column: within(from.column + step[1], columns) }
}
