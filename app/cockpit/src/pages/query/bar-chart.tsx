import { useState } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { Value } from '../../parts/value.tsx'
import { type ChartColumns, lengthOf, placeOfBar } from './chart-columns.ts'
import { texts } from './texts.ts'

interface BarChartProps {
  readonly columns: ChartColumns
  /** In the order in which they are drawn. */
  readonly rows: readonly GridRow[]
}

/** More bars than this are a table. */
const MOST_BARS = 100

const MOST_IN_NAME = 100

/** A bar for each row: what names it, how long it is, and its number. */
export const BarChart = ({ columns, rows }: BarChartProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const [measure, setMeasure] = useState(columns.measure)
  const [name, setName] = useState(columns.name)
  const shown = rows.slice(0, MOST_BARS)
  const lengths = shown.map((row) => lengthOf(row[measure]) ?? 0)
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
      </div>
      {rows.length > MOST_BARS && <p className="muted">{t('chart.cut', { count: MOST_BARS })}</p>}
      <ol className="bars" aria-label={t('chart.label', { measure, name })}>
        {shown.map((row, index) => {
          const { start, size } = placeOfBar(lengths[index] ?? 0, lengths)
          const value = row[measure]
          return (
            <li key={index}>
              <span className="bars-name">
                <Value value={row[name]} isRecord most={MOST_IN_NAME} />
              </span>
              <span className="bars-room" aria-hidden="true">
                <span style={{ marginInlineStart: `${String(start)}%`, width: `${String(size)}%` }} />
              </span>
              <span className="bars-number">
                {typeof value === 'number' || typeof value === 'string' ? (
                  format.number(value)
                ) : (
                  <Value value={value} isRecord />
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
