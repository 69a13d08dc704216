import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DetailDialog } from '../../parts/detail-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { ShareBar } from '../../parts/share-bar.tsx'
import { HistogramTable } from './histogram-table.tsx'
import type { ProfiledColumn, ProfileResult } from './profile-result.ts'
import { texts } from './texts.ts'
import { LISTED_VALUES, TopValues } from './top-values.tsx'

interface ColumnDetailProps {
  readonly column: ProfiledColumn
  readonly result: ProfileResult
  /** The condition that the rows meet among which was measured. */
  readonly where: string
  readonly onClose: () => void
}

/** All that was measured of one column, with pictures and the tables behind them. */
export const ColumnDetail = ({ column, result, where, onClose }: ColumnDetailProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const number = (value: number | null): string | null => (value === null ? null : format.number(value, 3))
  const { histogram, minLength, maxLength, avgLength, valueRows } = column
  // With few values the list of them tells more than parts of their range.
  const isListed =
    valueRows === undefined && (column.distinctCount ?? Infinity) <= Math.min(LISTED_VALUES, column.topValues.length)
  const filled = result.sampledRows - column.nullCount
  return (
    <DetailDialog title={t('detail', { name: column.name })} onClose={onClose}>
      <div className="stack detail-body">
        <Facts
          facts={[
            [t('type'), column.type],
            [t('nulls'), <ShareBar key="nulls" percent={column.nullPercent} count={column.nullCount} isBad />],
            [t('filled'), format.number(filled)],
            [
              t('valueRows'),
              valueRows === undefined
                ? null
                : t('valueRows.value', { rows: format.number(valueRows), all: format.number(result.sampledRows) }),
            ],
            [t('distinct'), number(column.distinctCount)],
            [t('unique'), column.uniquePercent === null ? null : format.percent(column.uniquePercent)],
            [t('avg'), number(column.avg)],
            [t('stddev'), number(column.stddev)],
            [t('median'), number(column.median)],
            [
              t('quartiles'),
              column.p25 === null || column.p75 === null
                ? null
                : t('range', { from: format.number(column.p25, 3), to: format.number(column.p75, 3) }),
            ],
            [t('zeros'), number(column.zeroCount)],
            [t('negatives'), number(column.negativeCount)],
            [t('empties'), number(column.emptyCount)],
            [
              t('lengths'),
              minLength === null || maxLength === null || avgLength === null
                ? null
                : t('lengths.value', { min: minLength, max: maxLength, avg: format.number(avgLength, 1) }),
            ],
          ]}
        />
        {histogram && !isListed && <HistogramTable column={column.name} bins={histogram} table={result.table} />}
        <TopValues column={column} result={result} where={where} />
      </div>
    </DetailDialog>
  )
}
