import { Button } from '@ui5/webcomponents-react/Button'
import { useId, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { TextField } from '../../parts/text-field.tsx'
import type { Engine } from './editor/engine.ts'
import { type Selected, SqlEditor } from './editor/sql-editor.tsx'
import { parametersIn, parameterValue } from './parameters.ts'
import { placeOfMistake } from './place-in-text.ts'
import { Result } from './result.tsx'
import { texts } from './texts.ts'
import { useQuery, type Way } from './use-query.ts'

interface StatementProps {
  readonly initial: string
  /** What was written for parameters, by name. */
  readonly values: Readonly<Record<string, string>>
  readonly engine: Engine | undefined
  readonly onChange: (sql: string) => void
  readonly onValues: (values: Readonly<Record<string, string>>) => void
  /** Told of what is run. */
  readonly onAsk: (sql: string) => void
}

interface Asked {
  readonly text: string
  /** Where in the text what was run begins and ends. */
  readonly start: number
  readonly end: number
}

/** Whether more than blanks is selected, which is run alone then. */
const isPart = ({ text, from, to }: Selected & { readonly text: string }): boolean => text.slice(from, to).trim() !== ''

/** A statement that is written, and what it answers. */
export const Statement = ({ initial, values, engine, onChange, onValues, onAsk }: StatementProps) => {
  const t = useTexts(texts)
  const id = useId()
  const [text, setText] = useState(initial)
  const [selected, setSelected] = useState<Selected>({ from: 0, to: 0 })
  const [asked, setAsked] = useState<Asked>({ text: '', start: 0, end: 0 })
  const { run, cancel, isRunning, answer, error } = useQuery()
  const place = useMemo(() => error && placeOfMistake(error, asked.text, asked.start, asked.end), [error, asked])
  const phrases = useMemo(() => ({ Completions: t('completions') }), [t])
  const isEmpty = text.trim() === ''
  const names = useMemo(() => parametersIn(text), [text])
  // What is drawn may be older than what is asked for.
  const written = useRef({ text: initial, from: 0, to: 0 })
  const ask = (way: Way): void => {
    const now = written.current
    if (now.text.trim() === '' || isRunning) return
    const [start, end] = isPart(now) ? [now.from, now.to] : [0, now.text.length]
    const sql = now.text.slice(start, end)
    setAsked({ text: now.text, start, end })
    onAsk(sql)
    run(sql, way, Object.fromEntries(parametersIn(sql).map((name) => [name, parameterValue(values[name] ?? '')])))
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
          const isOther = next !== written.current.text
          written.current = { text: next, ...range }
          setSelected(range)
          if (!isOther) return
          setText(next)
          onChange(next)
        }}
        onRun={() => {
          ask('rows')
        }}
      />
      {names.length > 0 && (
        <div className="fields" role="group" aria-label={t('parameters')}>
          {names.map((name) => (
            <TextField
              key={name}
              label={`:${name}`}
              placeholder="NULL"
              value={values[name] ?? ''}
              onChange={(value) => {
                onValues({ ...values, [name]: value })
              }}
            />
          ))}
          <p className="muted">{t('parameters.hint')}</p>
        </div>
      )}
      <div className="actions">
        <Button
          design="Emphasized"
          disabled={isEmpty || isRunning}
          onClick={() => {
            ask('rows')
          }}
        >
          {t(isPart({ text, ...selected }) ? 'run.part' : 'run')}
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
