import { Button } from '@ui5/webcomponents-react/Button'
import { useId, useMemo, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import type { Engine } from './editor/engine.ts'
import { type Selected, SqlEditor } from './editor/sql-editor.tsx'
import { placeOfMistake } from './place-in-text.ts'
import { Result } from './result.tsx'
import { texts } from './texts.ts'
import { useQuery, type Way } from './use-query.ts'

interface StatementProps {
  readonly initial: string
  readonly engine: Engine | undefined
  readonly onChange: (sql: string) => void
  /** Told of what is run. */
  readonly onAsk: (sql: string) => void
}

interface Asked {
  readonly text: string
  /** Where in the text what was run begins and ends. */
  readonly start: number
  readonly end: number
}

/** A statement that is written, and what it answers. */
export const Statement = ({ initial, engine, onChange, onAsk }: StatementProps) => {
  const t = useTexts(texts)
  const id = useId()
  const [text, setText] = useState(initial)
  const [selected, setSelected] = useState<Selected>({ from: 0, to: 0 })
  const [asked, setAsked] = useState<Asked>({ text: '', start: 0, end: 0 })
  const { run, cancel, isRunning, answer, error } = useQuery()
  const place = useMemo(() => error && placeOfMistake(error, asked.text, asked.start, asked.end), [error, asked])
  const phrases = useMemo(() => ({ Completions: t('completions') }), [t])
  const chosen = text.slice(selected.from, selected.to)
  const isPart = chosen.trim() !== ''
  const isEmpty = text.trim() === ''
  const ask = (way: Way): void => {
    if (isEmpty || isRunning) return
    const sql = isPart ? chosen : text
    setAsked(isPart ? { text, start: selected.from, end: selected.to } : { text, start: 0, end: text.length })
    onAsk(sql)
    run(sql, way)
  }
  return (
    <div className="stack">
      <SqlEditor
        initial={initial}
        label={t('statement')}
        describedBy={id}
        engine={engine}
        phrases={phrases}
        mistake={place}
        onChange={(next, range) => {
          setSelected(range)
          if (next === text) return
          setText(next)
          onChange(next)
        }}
        onRun={() => {
          ask('rows')
        }}
      />
      <div className="actions">
        <Button
          design="Emphasized"
          disabled={isEmpty || isRunning}
          onClick={() => {
            ask('rows')
          }}
        >
          {t(isPart ? 'run.part' : 'run')}
        </Button>
        <Button
          disabled={isEmpty || isRunning}
          onClick={() => {
            ask('plan')
          }}
        >
          {t('explain')}
        </Button>
        {engine?.measuresPlans && (
          <Button
            disabled={isEmpty || isRunning}
            onClick={() => {
              ask('measure')
            }}
          >
            {t('measure')}
          </Button>
        )}
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
      {answer && <Result key={`${String(answer.elapsedMs)} ${asked.text}`} answer={answer} />}
    </div>
  )
}
