import { type RefObject } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CopyButton } from '../copy-button.tsx'
import { type CellRange, figuresOf } from './cell-range.ts'
import type { GridColumn, GridRow } from './grid-column.ts'
import { RANGE_FORMATS, rangeText } from './range-text.ts'
import { texts } from './texts.ts'

interface RangeBarProps {
  readonly range: CellRange
  readonly columns: readonly GridColumn[]
  readonly rows: readonly GridRow[]
  /** Asks for values of which only the beginning need be here. */
  readonly whole?: ((column: string, index: number) => Promise<unknown>) | undefined
  readonly target: { readonly schema?: string | undefined; readonly table: string }
  /** Of the button that copies for spreadsheets. */
  readonly copyButton: RefObject<HTMLButtonElement | null>
}

/** What is told of several cells, and ways to copy them. */
export const RangeBar = ({ range, columns, rows, whole, target, copyButton }: RangeBarProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const chosen = columns.slice(range.left, range.right + 1)
  const records = rows.slice(range.top, range.bottom + 1)
  const cells = records.flatMap((row) => chosen.map(({ name, isNumeric }) => ({ value: row[name], isNumeric })))
  const { values, nulls, numbers } = figuresOf(cells)
  const wholeRows = async (): Promise<readonly GridRow[]> => {
    if (!whole) return records
    const read: GridRow[] = []
    for (const [index] of records.entries()) {
      const row: Record<string, unknown> = {}
      for (const { name } of chosen) row[name] = await whole(name, range.top + index)
      read.push(row)
    }
    return read
  }
  return (
    <div className="grid-cell">
      <span role="status" className="grid-value">
        {[
          t('range', { rows: format.number(records.length), columns: format.number(chosen.length), count: values }),
          ...(nulls > 0 ? [t('range.nulls', { count: nulls })] : []),
          ...(numbers
            ? [
                t('range.sum', { value: format.number(numbers.sum) }),
                t('range.average', { value: format.number(numbers.average) }),
                t('range.least', { value: format.number(numbers.least) }),
                t('range.greatest', { value: format.number(numbers.greatest) }),
              ]
            : []),
        ].join(' · ')}
      </span>
      {RANGE_FORMATS.map((each) => (
        <CopyButton
          key={`${each} ${JSON.stringify(range)}`}
          {...(each === 'text' && { ref: copyButton })}
          text={async () => rangeText(each, chosen, await wholeRows(), target)}
          label={t('copy.as', { format: t(`copy.${each}`) })}
          name={t(`copy.${each}`)}
        />
      ))}
    </div>
  )
}
