import type { CSSProperties } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { GridColumn, GridRow } from './grid-column.ts'
import type { GridEdit } from './grid-edit.ts'
import type { CellPlace } from './move-cell.ts'
import { RecordCell } from './record-cell.tsx'
import { texts } from './texts.ts'

interface RecordRowProps {
  readonly row: GridRow
  readonly columns: readonly GridColumn[]
  /** Among the rows in sight, and among all. */
  readonly index: number
  readonly number: number
  readonly styleOf: (column: GridColumn, at: number) => CSSProperties
  /** What of a cell is to be seen besides its value. */
  readonly marksOf: (cell: CellPlace) => readonly (string | false | undefined)[]
  readonly edit: GridEdit | undefined
  readonly onShow: (index: number) => void
}

/** A row of the grid: its number, which leads to all of it, and its values. */
export const RecordRow = ({ row, columns, index, number, styleOf, marksOf, edit, onShow }: RecordRowProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const state = edit?.stateOf(index)
  return (
    <tr className={state && `is-${state}`}>
      <td className="at-end">
        {edit?.lead(index)}
        {state && <small className={`row-state is-${state}`}>{t(`state.${state}`)}</small>}{' '}
        {state !== 'insert' && (
          <button
            type="button"
            className="link"
            aria-label={t('row.show', { number })}
            onClick={() => {
              onShow(index)
            }}
          >
            {format.number(number)}
          </button>
        )}
      </td>
      {columns.map((column, at) => (
        <td
          key={column.name}
          data-cell={`${String(index)}:${String(at)}`}
          style={styleOf(column, at)}
          className={['record', column.isNumeric && 'at-end', ...marksOf({ row: index, column: at })]
            .filter(Boolean)
            .join(' ')}
        >
          {edit?.cell({ row: index, column: at }) ?? <RecordCell column={column} row={row} />}
        </td>
      ))}
    </tr>
  )
}
