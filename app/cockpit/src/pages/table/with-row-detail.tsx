import { type ReactNode, useState } from 'react'
import type { TableStructure } from '../../api/table.ts'
import { useDebounced } from '../../api/use-debounced.ts'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { useMedia } from '../../parts/use-media.ts'
import { RowDetail } from './row-detail.tsx'
import type { RowSelection } from './row-condition.ts'

interface WithRowDetailProps {
  readonly structure: TableStructure | undefined
  readonly selection: RowSelection
  /** The number of the first row in sight, from 0. */
  readonly start: number
  readonly rows: readonly GridRow[]
  /** @param on what a grid tells: a row that is to be shown, and one whose cell is chosen. */
  readonly children: (on: {
    readonly onShow: (index: number) => void
    readonly onRow: ((index: number) => void) | undefined
  }) => ReactNode
}

/** Kept in this browser: whether a row is shown beside the others instead of before them. */
const KEY = 'cockpit.rowBeside'

/** Who holds a key of an arrow does not ask for every row on the way. */
const REST_MS = 150

/** Rows, of which one can be looked at as a whole: before them, or beside them, where it follows the cell that is chosen. */
export const WithRowDetail = ({ structure, selection, start, rows, children }: WithRowDetailProps) => {
  const [wantedRow, setWantedRow] = useState<number>()
  const rested = useDebounced(wantedRow, REST_MS)
  const shown = wantedRow === undefined ? undefined : (rested ?? wantedRow)
  const [wanted, setWanted] = useState(() => localStorage.getItem(KEY) === 'true')
  const hasRoom = useMedia('(min-width: 1000px)')
  const isBeside = wanted && hasRoom
  const onTurn = (): void => {
    setWanted(!wanted)
    localStorage.setItem(KEY, String(!wanted))
  }
  const step = (to: number) => () => {
    setWantedRow(to)
  }
  return (
    <div className="with-detail">
      <div>{children({ onShow: setWantedRow, onRow: isBeside && shown !== undefined ? setWantedRow : undefined })}</div>
      {shown !== undefined && structure && (
        <RowDetail
          structure={structure}
          selection={selection}
          number={start + shown}
          row={rows[shown]}
          isBeside={isBeside}
          onTurn={hasRoom ? onTurn : undefined}
          onBack={shown > 0 ? step(shown - 1) : undefined}
          onNext={shown + 1 < rows.length ? step(shown + 1) : undefined}
          onClose={() => {
            setWantedRow(undefined)
          }}
        />
      )}
    </div>
  )
}
