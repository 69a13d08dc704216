import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Histogram } from '../../parts/histogram.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import type { ProfiledColumn } from './profile-result.ts'
import { texts } from './texts.ts'

type Bin = NonNullable<ProfiledColumn['histogram']>[number]

interface HistogramTableProps {
  readonly table: string
  readonly column: string
  readonly bins: readonly Bin[]
}

/** How numbers or dates are spread, as a picture and as a table. */
export const HistogramTable = ({ table, column, bins }: HistogramTableProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const kind = typeof bins[0]?.from === 'string' ? 'text' : 'number'
  const columns: Column<Bin>[] = [
    { key: 'from', label: t('from'), kind, value: ({ from }) => from },
    { key: 'to', label: t('to'), kind, value: ({ to }) => to },
    { key: 'count', label: t('count'), kind: 'number', value: ({ count }) => count },
  ]
  const label = t('histogram.label', {
    name: column,
    count: bins.reduce((sum, { count }) => sum + count, 0),
    from: bins[0]?.from ?? 0,
    to: bins.at(-1)?.to ?? 0,
  })
  return (
    <section>
      <h3>{t('histogram')}</h3>
      <div className="picture-and-table">
        <Histogram
          label={label}
          bins={bins}
          format={(value) => (typeof value === 'number' ? format.number(value, 3) : instantText(value))}
        />
        <ResultTable
          caption={t('histogram')}
          columns={columns}
          rows={bins}
          name={[table, column, 'histogram']}
          pageSize={8}
        />
      </div>
    </section>
  )
}

/** A date as it is, a timestamp to the minute. */
const instantText = (text: string): string => text.slice(0, 16).replace('T', ' ')
