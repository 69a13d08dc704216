import { useFormat } from '../i18n/use-format.ts'
import './figures.css'

export interface Figure {
  readonly label: string
  readonly value: number | string | null
  readonly tone?: 'good' | 'bad' | 'warn' | undefined
}

/** The few numbers that one looks at first. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => {
  const format = useFormat()
  return (
    <dl className="figures">
      {figures.map(({ label, value, tone }) => (
        <div key={label} className={tone && `tone-${tone}`}>
          <dt>{label}</dt>
          <dd>{typeof value === 'number' ? format.number(value) : (value ?? '–')}</dd>
        </div>
      ))}
    </dl>
  )
}
