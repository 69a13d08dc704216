import { Button } from '@ui5/webcomponents-react/Button'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ColumnPicker } from '../../parts/column-picker.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { TwoTables } from '../../parts/two-tables.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { Differences } from './differences.tsx'
import { questionOf, sideOf } from './question.ts'
import { texts } from './texts.ts'
import { Verdict } from './verdict.tsx'
import './compare.css'

/** Which rows differ between two tables: the picture first, then the rows. */
const Compare = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const [first, second] = [sideOf(options, 1), sideOf(options, 2)]
  const question = questionOf(options)
  const asked = JSON.stringify(question)
  const comparison = useJob('/compareData', { cancelOnLeave: true, keptFor: asked })
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('tables')} intro={t('tables.intro')}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (question) comparison.start({ ...question, samples: 0 })
          }}
        >
          <TwoTables
            first={first}
            second={second}
            onFirst={({ schema, table }) => {
              change({ schema1: schema, table1: table })
            }}
            onSecond={({ schema, table }) => {
              change({ schema2: schema, table2: table })
            }}
            onSwap={() => {
              change({ schema1: second.schema, table1: second.table, schema2: first.schema, table2: first.table })
            }}
          />
          {first.table !== '' && (
            <div className="fields">
              <ColumnPicker
                label={t('key')}
                placeholder={t('key.default')}
                table={first}
                value={listOf(options['key'])}
                onChange={(names) => {
                  change({ key: names.join(',') })
                }}
              />
              <ColumnPicker
                label={t('without')}
                placeholder={t('without.none')}
                table={first}
                value={listOf(options['without'])}
                onChange={(names) => {
                  change({ without: names.join(',') })
                }}
              />
              <FilterField
                value={options['where'] ?? ''}
                onChange={(where) => {
                  change({ where })
                }}
              />
            </div>
          )}
          <div className="actions">
            <Button type="Submit" design="Emphasized" disabled={!question || comparison.isRunning}>
              {t('compare')}
            </Button>
            {!question && <span className="muted">{t('pickBoth')}</span>}
          </div>
        </form>
        <JobState running={comparison} />
      </Section>
      {comparison.result && question && (
        <>
          <Verdict result={comparison.result} />
          <Differences key={asked} question={question} comparison={comparison.result} />
        </>
      )}
    </PageFrame>
  )
}

const listOf = (text: string | undefined): readonly string[] => (text ? text.split(',') : [])

export default Compare
