import { useTexts } from '../../i18n/use-texts.ts'
import { texts } from './texts.ts'

/** What the two kinds of lines stand for. */
export const Legend = () => {
  const t = useTexts(texts)
  return (
    <ul className="diagram-legend muted">
      {(['foreign-key', 'association'] as const).map((type) => (
        <li key={type}>
          <svg width="40" height="8" aria-hidden="true">
            <path className={`graph-line line-${type}`} d="M0,4L40,4" />
          </svg>
          {t(`line.${type}`)}
        </li>
      ))}
    </ul>
  )
}
