import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../../i18n/use-texts.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from './texts.ts'

interface HistoryProps {
  readonly statements: readonly string[]
  readonly onPick: (sql: string) => void
  readonly onClear: () => void
}

/** Statements that were run; a click brings one back. */
export const History = ({ statements, onPick, onClear }: HistoryProps) => {
  const t = useTexts(texts)
  return (
    <Section
      title={t('history')}
      actions={
        statements.length > 0 && (
          <Button design="Transparent" onClick={onClear}>
            {t('history.clear')}
          </Button>
        )
      }
    >
      {statements.length === 0 ? (
        <p className="muted">{t('history.none')}</p>
      ) : (
        <ul className="query-list">
          {statements.map((sql) => (
            <li key={sql}>
              <button
                type="button"
                className="link query-kept"
                title={sql}
                onClick={() => {
                  onPick(sql)
                }}
              >
                {sql}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
