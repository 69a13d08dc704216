import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { FilterField } from '../../parts/filter-field.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { Section } from '../../parts/section.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { Report } from './report.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { type DraftRule, readRuleName, readRules, sentRule, writeRules } from './rules.ts'
import { texts } from './texts.ts'

/** The rules for one table, the check itself, and what came of it. */
export const Check = ({ schema, table }: { schema: string; table: string }) => {
  const t = useTexts(texts)
  const [{ where = '', rules: text = '' }, change] = useOptions()
  const rules = readRules(text)
  const question = {
    ...{ schema, table },
    ...(where && { where }),
    ...(rules.length > 0 && { rules: rules.map(sentRule) }),
  }
  const validation = useJob('/dataValidator', { cancelOnLeave: true, keptFor: JSON.stringify(question) })
  const setRules = (changed: readonly DraftRule[]): void => {
    change({ rules: writeRules(changed) })
  }
  const [leftOut, setLeftOut] = useState(0)
  const { result } = validation
  const inferred = (result?.results ?? []).filter((each) => each.inferred)
  const takeOver = (): void => {
    const taken = inferred.flatMap(({ name, columns }) => (columns ? [] : (readRuleName(name, 0) ?? [])))
    setRules(taken)
    setLeftOut(inferred.length - taken.length)
  }
  return (
    <>
      <Section title={t('rules')} intro={t('rules.intro')}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            validation.start(question)
          }}
        >
          <RuleEditor schema={schema} table={table} rules={rules} onChange={setRules} />
          {leftOut > 0 && <p className="muted">{t('leftOut', { count: leftOut })}</p>}
          <FilterField
            value={where}
            onChange={(text) => {
              change({ where: text })
            }}
          />
          <div className="actions">
            <Button type="Submit" design="Emphasized" disabled={validation.isRunning}>
              {rules.length > 0 ? t('check.own', { count: rules.length }) : t('check.inferred')}
            </Button>
            {inferred.length > 0 && rules.length === 0 && <Button onClick={takeOver}>{t('takeOver')}</Button>}
          </div>
        </form>
        <JobState running={validation} />
      </Section>
      {result && <Report result={result} />}
    </>
  )
}
