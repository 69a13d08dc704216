import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { Value } from '../../parts/value.tsx'
import { lengthOf, placeOfBar } from './chart-columns.ts'
import { texts } from './texts.ts'

interface BarsProps {
  readonly measure: string
  readonly name: string
  /** In the order in which they are drawn. */
  readonly rows: readonly GridRow[]
}

/** More bars than this are a table. */
const MOST_BARS = 100

const MOST_IN_NAME = 100

/** A bar for each row: what names it, how long it is, and its number. */
export const Bars = ({ measure, name, rows }: BarsProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const shown = rows.slice(0, MOST_BARS)
  const lengths = shown.map((row) => lengthOf(row[measure]) ?? 0)
  return (
    <>
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
    </>
  )
}
