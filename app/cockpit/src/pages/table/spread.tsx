import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Histogram } from '../../parts/histogram.tsx'
import { plainText } from './plain-text.ts'
import type { ProfiledColumn } from './profile-result.ts'
import { texts } from './texts.ts'

/** At a glance: how numbers or dates are spread, or which value is the most frequent one. */
export const Spread = ({ column: { name, histogram, topValues, key } }: { column: ProfiledColumn }) => {
  const t = useTexts(texts)
  const format = useFormat()
  if (histogram && histogram.length > 1 && !key) {
    const [first, last] = [histogram[0], histogram.at(-1)]
    const label = t('histogram.label', {
      name,
      count: histogram.reduce((sum, { count }) => sum + count, 0),
      from: first?.from ?? 0,
      to: last?.to ?? 0,
    })
    return <Histogram label={label} bins={histogram} format={format.number} isSmall />
  }
  const [top] = topValues
  // A value that occurs once is as frequent as any other.
  if (!top || top.count < 2) return null
  return (
    <span className="short">
      {plainText(top.value)} <span className="muted">{top.percent !== null && format.percent(top.percent)}</span>
    </span>
  )
}
