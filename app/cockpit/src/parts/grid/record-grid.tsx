import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Order } from '../data-table.tsx'
import { CellBar } from './cell-bar.tsx'
import { isWithin } from './cell-range.ts'
import { onColumnKey } from './column-keys.ts'
import type { ColumnPlace } from './column-order.ts'
import type { GridColumn, GridRow } from './grid-column.ts'
import type { GridEdit } from './grid-edit.ts'
import { GridHead } from './grid-head.tsx'
import type { CellPlace } from './move-cell.ts'
import { RangeBar } from './range-bar.tsx'
import { RecordRow } from './record-row.tsx'
import { texts } from './texts.ts'
import { useColumnDrag } from './use-column-drag.ts'
import { placeOf, useRange } from './use-range.ts'
import { usePinnedEdges } from './use-pinned.ts'
import { useWidths } from './use-widths.ts'
import './grid.css'

interface RecordGridProps {
  readonly caption: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly GridRow[]
  /** Rows before these. */
  readonly offset: number
  readonly orders: readonly Order[]
  /** Absent where rows come in one order only. */
  readonly onOrders?: ((orders: readonly Order[]) => void) | undefined
  readonly filtered: ReadonlySet<string>
  /** Opens the filter of a column at its head; absent where there are none. */
  readonly onFilter?: ((column: string, opener: HTMLElement) => void) | undefined
  /** Asks for a value of a row of which only the beginning need be here; absent where all values are whole. */
  readonly whole?: ((column: string, index: number) => Promise<unknown>) | undefined
  readonly onShow: (index: number) => void
  /** The row of the cell that is chosen. */
  readonly onRow?: ((index: number) => void) | undefined
  /** What copied rows are inserted into; the caption where nothing else is known. */
  readonly target?: { readonly schema?: string | undefined; readonly table: string } | undefined
  /** Puts a column beside another one; absent where they stay where they are. */
  readonly onMove?: ((name: string, place: ColumnPlace) => void) | undefined
  /** So many columns, from the first one, stay in sight when the others go on. */
  readonly pinned?: number
  /** Absent where cells are only looked at. */
  readonly edit?: GridEdit | undefined
}

/** Of all cells of a column; none where its values decide. */
const widthStyle = (width: number | undefined) =>
  width === undefined ? undefined : { width, minWidth: width, maxWidth: width }

const pinStyle = (edge: number | undefined) => (edge === undefined ? undefined : { left: edge })

/**
 * Records of a database as they are: a head that stays, cells that can be chosen with the keys of arrows and copied, values
 * that lead to the rows they name.
 */
export const RecordGrid = (props: RecordGridProps) => {
  const {
    caption,
    columns,
    rows,
    offset,
    whole,
    onShow,
    onRow,
    edit,
    target = { table: caption },
    pinned = 0,
    onMove,
  } = props
  const t = useTexts(texts)
  const frame = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<CellPlace>()
  const [place, setPlace] = edit ? [edit.place, edit.onPlace] : [own, setOwn]
  const copyButton = useRef<HTMLButtonElement>(null)
  const chosen = place && columns[place.column] && rows[place.row] ? place : undefined
  const chosenColumn = chosen && columns[chosen.column]
  const valueAt = ({ row, column }: CellPlace): unknown => rows[row]?.[columns[column]?.name ?? '']
  const choose = (next: CellPlace): void => {
    setPlace(next)
    onRow?.(next.row)
    frame.current
      ?.querySelector(`[data-cell="${String(next.row)}:${String(next.column)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const { widths, setWidth } = useWidths(JSON.stringify([target.schema, target.table]))
  const names = columns.map(({ name }) => name)
  const widthOf = (name: string): number =>
    frame.current?.querySelector<HTMLElement>(`th[data-column="${CSS.escape(name)}"]`)?.offsetWidth ?? 0
  const edges = usePinnedEdges(frame, names.slice(0, pinned))
  const styleOf = ({ name }: GridColumn, at: number) => ({ ...widthStyle(widths[name]), ...pinStyle(edges[at]) })
  const drag = useColumnDrag(onMove)
  const { range, ...cells } = useRange({ chosen, choose, rows: rows.length, columns: columns.length })
  const marksOf = (cell: CellPlace) => [
    cell.column < pinned && 'is-pinned',
    edit?.isChanged(cell) && 'is-changed',
    chosen?.row === cell.row && chosen.column === cell.column && 'is-chosen',
    range && isWithin(range, cell) && 'is-in-range',
  ]
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== frame.current) return
    if (chosen && onColumnKey(event, { chosen, names, pinned, widthOf, onWidth: setWidth, onMove, choose })) {
      event.preventDefault()
      return
    }
    const isCopy = (event.ctrlKey || event.metaKey) && event.key === 'c'
    if (cells.onWholeKey(event) || edit?.onKey(event, chosen)) event.preventDefault()
    else if (isCopy && getSelection()?.isCollapsed !== false) copyButton.current?.click()
    else if (event.key === 'Enter' && chosen) onShow(chosen.row)
    else if (!cells.onMoveKey(event)) return
    event.preventDefault()
  }
  const onDoubleClick = (event: MouseEvent): void => {
    const at = placeOf(event)
    if (at) edit?.onOpen(at)
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (!edit || !chosen || event.target !== frame.current) return
    event.preventDefault()
    edit.onPaste(event.clipboardData.getData('text/plain'), chosen)
  }
  return (
    <>
      <div
        className={range ? 'table-scroll grid has-range' : 'table-scroll grid'}
        role="region"
        aria-label={t('region', { caption })}
        tabIndex={0}
        ref={frame}
        onKeyDown={onKeyDown}
        onClick={cells.onClick}
        onMouseDown={cells.onMouseDown}
        onMouseMove={cells.onMouseMove}
        onDoubleClick={onDoubleClick}
        onPaste={onPaste}
      >
        <table className="data-table">
          <caption>{caption}</caption>
          <thead>
            <tr {...drag.row}>
              <th scope="col" className="at-end">
                {t('number')}
              </th>
              {columns.map((column, at) => (
                <GridHead
                  key={column.name}
                  column={column}
                  style={styleOf(column, at)}
                  isPinned={at < pinned}
                  isMovable={onMove !== undefined}
                  dragClass={drag.classOf(column.name)}
                  onWidth={(width) => {
                    setWidth(column.name, width)
                  }}
                  {...props}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <RecordRow
                key={offset + index}
                number={offset + index + 1}
                {...{ row, columns, index, styleOf, marksOf, edit, onShow }}
              />
            ))}
          </tbody>
        </table>
      </div>
      {range ? (
        <RangeBar {...{ range, columns, rows, whole, target, copyButton }} />
      ) : (
        chosen &&
        chosenColumn && (
          <CellBar
            column={chosenColumn.name}
            number={offset + chosen.row}
            value={valueAt(chosen)}
            whole={whole && (() => whole(chosenColumn.name, chosen.row))}
            copyButton={copyButton}
          />
        )
      )}
    </>
  )
}
