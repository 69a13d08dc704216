import { Button } from '@ui5/webcomponents-react/Button'
import { useEffect, useId, useRef, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { keepStatement, readKept, writeKept } from './kept-statements.ts'
import { placeInText } from './place-in-text.ts'
import { Result } from './result.tsx'
import { StatementLists } from './statement-lists.tsx'
import { texts } from './texts.ts'
import { useQuery } from './use-query.ts'
import './query.css'

/** A longer statement does not stand in the address. */
const ADDRESS = 2_000

/** One statement, what it answers, and those before it. */
const Query = () => {
  const t = useTexts(texts)
  const id = useId()
  const user = useSession()?.user ?? ''
  const [options, change] = useOptions()
  const [sql, setSql] = useState(options['sql'] ?? '')
  const [asked, setAsked] = useState('')
  const [history, setHistory] = useState(() => readKept('history', user))
  const [saved, setSaved] = useState(() => readKept('saved', user))
  const field = useRef<HTMLTextAreaElement>(null)
  const { run, cancel, isRunning, answer, error } = useQuery()
  const place = error?.position === undefined ? undefined : placeInText(asked, error.position)
  const start = place?.start
  useEffect(() => {
    if (start === undefined) return
    field.current?.focus()
    field.current?.setSelectionRange(start, start + 1)
  }, [start, error])
  const isEmpty = sql.trim() === ''
  const ask = (plan: boolean): void => {
    if (isEmpty || isRunning) return
    setAsked(sql)
    setHistory(keepStatement('history', user, { sql }))
    change({ sql: sql.length > ADDRESS ? undefined : sql })
    run(sql, plan)
  }
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('statement')}>
        <div className="stack">
          <textarea
            ref={field}
            className="query-text"
            aria-label={t('statement')}
            aria-describedby={id}
            spellCheck={false}
            autoCapitalize="off"
            maxLength={100_000}
            value={sql}
            onChange={(event) => {
              setSql(event.target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              ask(false)
            }}
          />
          <div className="actions">
            <Button
              design="Emphasized"
              disabled={isEmpty || isRunning}
              onClick={() => {
                ask(false)
              }}
            >
              {t('run')}
            </Button>
            <Button
              disabled={isEmpty || isRunning}
              onClick={() => {
                ask(true)
              }}
            >
              {t('explain')}
            </Button>
            {isRunning && (
              <Button design="Negative" icon="stop" onClick={cancel}>
                {t('cancel')}
              </Button>
            )}
            <span id={id} className="muted">
              {isRunning ? t('running') : t('statement.hint')}
            </span>
          </div>
          {isRunning && <div className="unknown-progress" role="progressbar" aria-label={t('running')} />}
          {error && <ErrorStrip error={error} />}
          {place && <p>{t('place', { line: place.line, column: place.column })}</p>}
        </div>
      </Section>
      {answer && <Result key={`${String(answer.elapsedMs)} ${asked}`} answer={answer} />}
      <StatementLists
        history={history}
        saved={saved}
        onPick={setSql}
        onSave={(name) => {
          setSaved(keepStatement('saved', user, { name, sql }))
        }}
        onSaved={(statements) => {
          setSaved(writeKept('saved', user, statements))
        }}
        onClear={() => {
          setHistory(writeKept('history', user, []))
        }}
      />
    </PageFrame>
  )
}

export default Query
