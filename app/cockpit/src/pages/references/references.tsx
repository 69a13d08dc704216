import { Button } from '@ui5/webcomponents-react/Button'
import { useEffect, useEffectEvent } from 'react'
import { keepFindings } from '../../api/reference-findings.ts'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { Report } from './report.tsx'
import { texts } from './texts.ts'

const SOURCES = ['all', 'catalog', 'model'] as const
/** Values without a partner that are listed for each reference. */
const LISTED = 100

/** Whether what refers to other rows refers to rows that exist. */
const References = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const check = useJob('/referentialCheck', { cancelOnLeave: true })
  const { schema = '', table = '', run } = options
  const source = SOURCES.find((each) => each === options['source']) ?? 'all'
  const { reset, result } = check
  const asked = JSON.stringify([schema, table, source])
  useEffect(reset, [asked, reset])
  const { start } = check
  const begin = (): void => {
    start({ ...(schema && { schema }), ...(table && { table }), source, mode: 'detailed', limit: LISTED })
  }
  const beginAtOnce = useEffectEvent(begin)
  // A link to this page may ask for the check itself; going back to it does not ask again.
  useEffect(() => {
    if (run !== 'yes') return
    change({ run: undefined })
    beginAtOnce()
  }, [run, change])
  useEffect(() => {
    if (result?.table === null) keepFindings(result)
  }, [result])
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')} intro={t('what.intro')}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            begin()
          }}
        >
          <div className="fields">
            <TablePicker
              label={t('table')}
              kind="table"
              value={{ schema, table }}
              onChange={(picked) => {
                change({ schema: picked.schema, table: picked.table })
              }}
            />
            <Choice
              label={t('source')}
              value={source}
              options={SOURCES.map((value) => ({ value, text: t(`source.${value}`) }))}
              onChange={(value) => {
                change({ source: value })
              }}
            />
          </div>
          <div className="actions">
            <Button type="Submit" design="Emphasized" disabled={schema === '' || check.isRunning}>
              {table === '' ? t('check.all') : t('check.table', { table })}
            </Button>
          </div>
        </form>
        <JobState running={check} />
      </Section>
      {result ? (
        <Report result={result} />
      ) : (
        !check.isRunning && !check.error && <EmptyState title={t('begin')} text={t('begin.text')} />
      )}
    </PageFrame>
  )
}

export default References
