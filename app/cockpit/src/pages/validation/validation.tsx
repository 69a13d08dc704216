import { Button } from '@ui5/webcomponents-react/Button'
import { useEffect, useRef, useState } from 'react'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { RuleEditor } from './rule-editor.tsx'
import { readRuleName, sentRule } from './rules.ts'
import type { DraftRule } from './rules.ts'
import { Report } from './report.tsx'
import { texts } from './texts.ts'
import './validation.css'

/** Whether the rows of a table keep rules: those that database and model know, or one's own. */
const Validation = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const { schema = '', table = '', where = '' } = options
  const validation = useJob('/dataValidator', { cancelOnLeave: true })
  const [rules, setRules] = useState<readonly DraftRule[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const lastId = useRef(0)
  const { reset, result } = validation
  const about = JSON.stringify([schema, table])
  useEffect(() => {
    reset()
    setRules([])
    setLeftOut(0)
  }, [about, reset])
  const nextId = (): number => (lastId.current += 1)
  const inferred = (result?.results ?? []).filter((each) => each.inferred)
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')} intro={t('what.intro')}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            validation.start({
              ...(schema && { schema }),
              table,
              ...(where && { where }),
              ...(rules.length > 0 && { rules: rules.map(sentRule) }),
            })
          }}
        >
          <TablePicker
            value={{ schema, table }}
            onChange={(picked) => {
              change({ schema: picked.schema, table: picked.table })
            }}
          />
          <TextField
            label={t('where')}
            placeholder={t('where.example')}
            value={where}
            onChange={(text) => {
              change({ where: text })
            }}
          />
          {table !== '' && (
            <RuleEditor schema={schema} table={table} rules={rules} onChange={setRules} nextId={nextId} />
          )}
          <div className="actions">
            <Button type="Submit" design="Emphasized" disabled={table === '' || validation.isRunning}>
              {rules.length > 0 ? t('check.own', { count: rules.length }) : t('check.inferred')}
            </Button>
            {inferred.length > 0 && rules.length === 0 && (
              <Button
                onClick={() => {
                  const taken = inferred.flatMap(({ name, columns }) => (columns ? [] : (readRuleName(name, nextId()) ?? [])))
                  setRules(taken)
                  setLeftOut(inferred.length - taken.length)
                }}
              >
                {t('takeOver')}
              </Button>
            )}
            {leftOut > 0 && <span className="muted">{t('leftOut', { count: leftOut })}</span>}
          </div>
        </form>
        <JobState running={validation} />
      </Section>
      {result ? (
        <Report result={result} />
      ) : (
        !validation.isRunning && !validation.error && <EmptyState title={t('begin')} text={t('begin.text')} />
      )}
    </PageFrame>
  )
}

export default Validation
