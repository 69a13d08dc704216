import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Section } from '../../parts/section.tsx'
import { TextField } from '../../parts/text-field.tsx'
import type { KeptStatement } from './kept-statements.ts'
import { texts } from './texts.ts'

interface StatementListsProps {
  readonly history: readonly KeptStatement[]
  readonly saved: readonly KeptStatement[]
  readonly onPick: (sql: string) => void
  readonly onSave: (name: string) => void
  readonly onSaved: (statements: readonly KeptStatement[]) => void
  readonly onClear: () => void
}

/** Statements that were run, and those that have a name; a click brings one back. */
export const StatementLists = ({ history, saved, onPick, onSave, onSaved, onClear }: StatementListsProps) => {
  const t = useTexts(texts)
  const [name, setName] = useState('')
  const pick = (sql: string, text: string) => (
    <button
      type="button"
      className="link query-kept"
      title={sql}
      onClick={() => {
        onPick(sql)
      }}
    >
      {text}
    </button>
  )
  return (
    <div className="query-lists">
      <Section title={t('saved')}>
        <form
          className="fields"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') onSave(name.trim())
            setName('')
          }}
        >
          <TextField label={t('name')} value={name} onChange={setName} />
          <Button type="Submit" disabled={name.trim() === ''}>
            {t('save')}
          </Button>
        </form>
        {saved.length === 0 ? (
          <p className="muted">{t('saved.none')}</p>
        ) : (
          <ul className="query-list">
            {saved.map(({ name: own = '', sql }) => (
              <li key={own}>
                {pick(sql, own)}
                <Button
                  icon="delete"
                  design="Transparent"
                  accessibleName={t('remove', { name: own })}
                  onClick={() => {
                    onSaved(saved.filter((each) => each.name !== own))
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section
        title={t('history')}
        actions={
          history.length > 0 && (
            <Button design="Transparent" onClick={onClear}>
              {t('history.clear')}
            </Button>
          )
        }
      >
        {history.length === 0 ? (
          <p className="muted">{t('history.none')}</p>
        ) : (
          <ul className="query-list">
            {history.map(({ sql }) => (
              <li key={sql}>{pick(sql, sql)}</li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}
