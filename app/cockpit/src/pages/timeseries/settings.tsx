import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { Segments } from '../../parts/segments.tsx'
import type { Options } from '../../parts/use-options.ts'
import { type Candidate, DETECTORS, FORECASTERS, FUNCTIONS, type Question, VIEWS } from './question.ts'
import { texts } from './texts.ts'
import { INTERVALS } from '../../parts/time-chart/ticks.ts'

interface SettingsProps {
  readonly tables: readonly Candidate[]
  readonly candidate: Candidate
  readonly question: Question
  readonly change: (options: Options) => void
}

const same = (name: string) => ({ value: name, text: name })

/** What is drawn, and how. */
export const Settings = ({ tables, candidate, question, change }: SettingsProps) => {
  const t = useTexts(texts)
  return (
    <>
      <div className="fields">
        <Choice
          label={t('table')}
          value={question.table}
          options={tables.map(({ table }) => same(table))}
          onChange={(table) => {
            change({ table, time: '', value: '', interval: '' })
          }}
        />
        <Choice
          label={t('time')}
          value={question.timeColumn}
          options={candidate.timeColumns.map(same)}
          onChange={(time) => {
            change({ time, interval: '' })
          }}
        />
        <Choice
          label={t('value')}
          value={question.valueColumn}
          options={candidate.numericColumns.map(same)}
          onChange={(value) => {
            change({ value })
          }}
        />
        <Choice
          label={t('function')}
          value={question.function}
          options={FUNCTIONS.map((value) => ({ value, text: t(`function.${value}`) }))}
          onChange={(value) => {
            change({ function: value })
          }}
        />
        <Choice
          label={t('interval')}
          value={question.interval ?? 'auto'}
          options={[
            { value: 'auto', text: t('interval.auto') },
            ...INTERVALS.map((value) => ({ value, text: t(`interval.${value}`) })),
          ]}
          onChange={(interval) => {
            change({ interval: interval === 'auto' ? '' : interval })
          }}
        />
      </div>
      <div className="fields series-view">
        <Segments
          label={t('view')}
          choices={VIEWS.map((view) => [view, t(`view.${view}`)])}
          value={question.view}
          onChange={(view) => {
            change({ view })
          }}
        />
        {question.view === 'anomalies' && (
          <Choice
            isBare
            label={t('method')}
            value={question.detector}
            options={DETECTORS.map((value) => ({ value, text: t(`method.${value}`) }))}
            onChange={(detector) => {
              change({ detector })
            }}
          />
        )}
        {question.view === 'forecast' && (
          <>
            <Choice
              isBare
              label={t('method')}
              value={question.forecaster}
              options={FORECASTERS.map((value) => ({ value, text: t(`method.${value}`) }))}
              onChange={(forecaster) => {
                change({ forecaster })
              }}
            />
            <Choice
              isBare
              label={t('horizon')}
              value={String(question.horizon)}
              options={[...new Set([6, 12, 24, 52, question.horizon])]
                .sort((a, b) => a - b)
                .map((count) => ({ value: String(count), text: t('ahead', { count }) }))}
              onChange={(horizon) => {
                change({ horizon })
              }}
            />
          </>
        )}
        <FilterField
          value={question.where}
          onChange={(where) => {
            change({ where })
          }}
        />
      </div>
    </>
  )
}
