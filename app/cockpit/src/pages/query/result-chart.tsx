import { useMemo, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { TimeChart } from '../../parts/time-chart/time-chart.tsx'
import { Bars } from './bars.tsx'
import type { ChartColumns } from './chart-columns.ts'
import { texts } from './texts.ts'
import { seriesOf, timeColumns } from './time-series.ts'

interface ResultChartProps {
  readonly columns: ChartColumns
  /** In the order in which they are drawn. */
  readonly rows: readonly GridRow[]
}

/** A column of numbers by another column: as a line where that tells times, unless bars are wanted. */
export const ResultChart = ({ columns, rows }: ResultChartProps) => {
  const t = useTexts(texts)
  const times = useMemo(() => timeColumns(columns.names, rows), [columns, rows])
  const [measure, setMeasure] = useState(columns.measure)
  const [name, setName] = useState(times[0] ?? columns.name)
  const [kind, setKind] = useState<'line' | 'bars'>('line')
  const isTime = times.includes(name)
  const line = useMemo(() => (isTime ? seriesOf(rows, name, measure) : undefined), [isTime, rows, name, measure])
  const optionsOf = (names: readonly string[]) => names.map((value) => ({ value, text: value }))
  return (
    <div className="stack">
      <div className="fields">
        <Choice
          label={t('chart.measure')}
          value={measure}
          options={optionsOf(columns.measures)}
          onChange={setMeasure}
        />
        <Choice label={t('chart.name')} value={name} options={optionsOf(columns.names)} onChange={setName} />
        {isTime && (
          <Choice
            label={t('chart.kind')}
            value={kind}
            options={[
              { value: 'line', text: t('chart.line') },
              { value: 'bars', text: t('chart.bars') },
            ]}
            onChange={setKind}
          />
        )}
      </div>
      {line && kind === 'line' ? (
        <TimeChart label={t('chart.label', { measure, name })} {...line} />
      ) : (
        <Bars measure={measure} name={name} rows={rows} />
      )}
    </div>
  )
}
