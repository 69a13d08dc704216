import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CopyButton } from '../copy-button.tsx'
import type { Order } from '../data-table.tsx'
import { shorten } from '../shorten.ts'
import { Value } from '../value.tsx'
import { plainText } from './column-filter.ts'
import type { GridColumn, GridRow } from './grid-column.ts'
import type { GridEdit } from './grid-edit.ts'
import { GridHead } from './grid-head.tsx'
import { type CellPlace, moveCell } from './move-cell.ts'
import { texts } from './texts.ts'
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
  /** Absent where cells are only looked at. */
  readonly edit?: GridEdit | undefined
}

/**
 * Records of a database as they are: a head that stays, a cell that can be chosen with the keys of arrows and copied, values
 * that lead to the rows they name.
 */
export const RecordGrid = (props: RecordGridProps) => {
  const { caption, columns, rows, offset, whole, onShow, edit } = props
  const t = useTexts(texts)
  const format = useFormat()
  const frame = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<CellPlace>()
  const [place, setPlace] = edit ? [edit.place, edit.onPlace] : [own, setOwn]
  const copyButton = useRef<HTMLButtonElement>(null)
  const chosen = place && columns[place.column] && rows[place.row] ? place : undefined
  const valueAt = ({ row, column }: CellPlace): unknown => rows[row]?.[columns[column]?.name ?? '']
  const choose = (next: CellPlace): void => {
    setPlace(next)
    frame.current
      ?.querySelector(`[data-cell="${String(next.row)}:${String(next.column)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== frame.current) return
    if (edit?.onKey(event, chosen)) {
      event.preventDefault()
      return
    }
    const isCopy = (event.ctrlKey || event.metaKey) && event.key === 'c'
    if (isCopy && getSelection()?.isCollapsed !== false) copyButton.current?.click()
    else if (event.key === 'Enter' && chosen) onShow(chosen.row)
    else {
      const next = moveCell(event.key, chosen, { rows: rows.length, columns: columns.length })
      if (!next) return
      choose(next)
    }
    event.preventDefault()
  }
  const onClick = (event: MouseEvent): void => {
    const at = placeOf(event)
    if (at) setPlace(at)
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
  const chosenColumn = chosen && columns[chosen.column]
  return (
    <>
      <div
        className="table-scroll grid"
        role="region"
        aria-label={t('region', { caption })}
        tabIndex={0}
        ref={frame}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onPaste={onPaste}
      >
        <table className="data-table">
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="at-end">
                {t('number')}
              </th>
              {columns.map((column) => (
                <GridHead key={column.name} column={column} {...props} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const state = edit?.stateOf(index)
              return (
                <tr key={offset + index} className={state && `is-${state}`}>
                  <td className="at-end">
                    {edit?.lead(index)}
                    {state && <small className={`row-state is-${state}`}>{t(`state.${state}`)}</small>}{' '}
                    {state !== 'insert' && (
                      <button
                        type="button"
                        className="link"
                        aria-label={t('row.show', { number: offset + index + 1 })}
                        onClick={() => {
                          onShow(index)
                        }}
                      >
                        {format.number(offset + index + 1)}
                      </button>
                    )}
                  </td>
                  {columns.map((column, at) => (
                    <td
                      key={column.name}
                      data-cell={`${String(index)}:${String(at)}`}
                      className={[
                        'record',
                        column.isNumeric && 'at-end',
                        edit?.isChanged({ row: index, column: at }) && 'is-changed',
                        chosen?.row === index && chosen.column === at && 'is-chosen',
                      ]
                        .filter(Boolean)
                        .join(' ')}
                    >
                      {edit?.cell({ row: index, column: at }) ?? <Cell column={column} row={row} />}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {chosen && chosenColumn && (
        <div className="grid-cell">
          <span role="status" className="grid-value">
            {t('cell', { column: chosenColumn.name, value: asText(valueAt(chosen)) })}
          </span>
          <CopyButton
            key={`${String(offset + chosen.row)}:${chosenColumn.name}:${asText(valueAt(chosen))}`}
            ref={copyButton}
            text={whole ? async () => copyText(await whole(chosenColumn.name, chosen.row)) : copyText(valueAt(chosen))}
            label={t('copy.value', { column: chosenColumn.name })}
          />
        </div>
      )}
    </>
  )
}

const placeOf = (event: MouseEvent): CellPlace | undefined => {
  const cell = (event.target as Element).closest('[data-cell]')?.getAttribute('data-cell')
  const [row, column] = cell?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

const copyText = (value: unknown): string => (value === null || value === undefined ? '' : plainText(value))

const asText = (value: unknown): string =>
  value === null || value === undefined ? 'NULL' : shorten(plainText(value), 500).text

const Cell = ({ column, row }: { column: GridColumn; row: GridRow }) => {
  const t = useTexts(texts)
  const value = row[column.name]
  const link = column.link?.(row)
  const isDangling = column.missingTable !== undefined && value !== null && value !== undefined
  const shown = <Value value={value} kind={column.isBinary ? 'binary' : undefined} isRecord />
  if (isDangling) return <span title={t('missing', { table: column.missingTable ?? '' })}>{shown}</span>
  return link ? (
    <a href={link.href} title={t('follow', { table: link.table })}>
      {shown}
    </a>
  ) : (
    shown
  )
}
