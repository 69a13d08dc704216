import { Button } from '@ui5/webcomponents-react/Button'
import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { useEffect } from 'react'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { ColumnPicker } from '../../parts/column-picker.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { Groups } from './groups.tsx'
import { MODES, questionOf, THRESHOLDS } from './question.ts'
import { texts } from './texts.ts'
import './duplicates.css'

/** Rows that are there more than once, exactly or nearly. */
const Duplicates = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const search = useJob('/duplicateDetection', { cancelOnLeave: true })
  const question = questionOf(options)
  const { reset, result } = search
  const asked = JSON.stringify(question)
  useEffect(reset, [asked, reset])
  const table = { schema: options['schema'] ?? '', table: options['table'] ?? '' }
  const mode = MODES.find((each) => each === options['mode']) ?? 'exact'
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (question) search.start(question)
          }}
        >
          <TablePicker
            value={table}
            onChange={(picked) => {
              change({ schema: picked.schema, table: picked.table, columns: '' })
            }}
          />
          <div className="fields">
            <Choice
              label={t('mode')}
              value={mode}
              options={MODES.map((value) => ({ value, text: t(`mode.${value}`) }))}
              onChange={(value) => {
                change({ mode: value })
              }}
            />
            {mode === 'fuzzy' && (
              <>
                <Choice
                  label={t('threshold')}
                  value={THRESHOLDS.find((each) => each === options['threshold']) ?? '0.95'}
                  options={THRESHOLDS.map((value) => ({
                    value,
                    text: t('alike', { percent: Math.round(100 * Number(value)) }),
                  }))}
                  onChange={(threshold) => {
                    change({ threshold })
                  }}
                />
                <TextField
                  label={t('blockBy')}
                  placeholder={t('blockBy.default')}
                  value={options['block'] ?? ''}
                  onChange={(block) => {
                    change({ block })
                  }}
                />
              </>
            )}
            {table.table !== '' && (
              <ColumnPicker
                label={t('columns')}
                placeholder={t('columns.default')}
                table={table}
                value={options['columns']?.split(',') ?? []}
                onChange={(names) => {
                  change({ columns: names.join(',') })
                }}
              />
            )}
          </div>
          <div className="fields">
            <CheckBox
              text={t('ignoreCase')}
              checked={options['case'] === 'no'}
              onChange={(event) => {
                change({ case: event.target.checked ? 'no' : '' })
              }}
            />
            <CheckBox
              text={t('trim')}
              checked={options['trim'] === 'yes'}
              onChange={(event) => {
                change({ trim: event.target.checked ? 'yes' : '' })
              }}
            />
          </div>
          <div className="actions">
            <Button type="Submit" design="Emphasized" disabled={!question || search.isRunning}>
              {t('search')}
            </Button>
          </div>
        </form>
        <JobState running={search} />
      </Section>
      {result ? (
        <Groups result={result} />
      ) : (
        !search.isRunning && !search.error && <EmptyState title={t('begin')} text={t('begin.text')} />
      )}
    </PageFrame>
  )
}

export default Duplicates
