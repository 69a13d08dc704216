import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { useTable } from '../../api/table.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Busy } from '../../parts/busy.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { SchemaSelect } from '../../parts/schema-select.tsx'
import { Section } from '../../parts/section.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { Answer } from './answer.tsx'
import { askSeries } from './ask-series.ts'
import { Candidates } from './candidates.tsx'
import { keysOf, questionOf } from './question.ts'
import { Settings } from './settings.tsx'
import { texts } from './texts.ts'
import { useIsSmall } from './use-is-small.ts'
import './timeseries.css'

/** Values over time: their course, what stands out, what is to be expected. */
const Timeseries = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const { schema } = options
  const candidates = useLoaded(JSON.stringify(['list', schema]), (signal) =>
    bodyOf(api.POST('/timeseriesTools', { body: { action: 'list', ...(schema && { schema }) }, signal })),
  )
  const tables = candidates.value?.tables ?? []
  const candidate = tables.find(({ table }) => table === options['table'])
  const structure = useTable(candidate?.schema, candidate?.table)
  // Which column is measured depends on which of them are keys.
  const question = structure.isLoading
    ? undefined
    : questionOf(options, tables, structure.value && keysOf(structure.value))
  const asked = question && JSON.stringify(question)
  const [wanted, setWanted] = useState<string>()
  const isSmall = useIsSmall(structure.value)
  const isStarted = asked !== undefined && (isSmall || wanted === asked)
  const answer = useLoaded(isStarted ? asked : null, (signal) =>
    question ? askSeries(question, signal) : Promise.reject(new TypeError('Nothing is chosen')),
  )
  const chosen = tables.find(({ table }) => table === question?.table)
  const schemaSelect = (
    <SchemaSelect
      value={schema ?? candidates.value?.schema}
      onChange={(chosen) => {
        change({ schema: chosen, table: '', time: '', value: '', interval: '' })
      }}
    />
  )
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      {question && chosen ? (
        <>
          <Section title={t('series')}>
            {schemaSelect}
            <Settings tables={tables} candidate={chosen} question={question} change={change} />
            {!isStarted && (
              <div className="actions">
                <Button
                  design="Emphasized"
                  onClick={() => {
                    setWanted(asked)
                  }}
                >
                  {t('start.series')}
                </Button>
              </div>
            )}
          </Section>
          {isStarted && <Loaded of={answer}>{(value) => <Answer question={question} answer={value} />}</Loaded>}
        </>
      ) : (
        <Loaded of={candidates}>
          {() =>
            candidate ? (
              <Busy />
            ) : tables.length === 0 ? (
              <>
                {schemaSelect}
                <EmptyState title={t('none')} text={t('none.text')} />
              </>
            ) : (
              <Section title={t('candidates')} intro={t('candidates.intro')}>
                {schemaSelect}
                <Candidates tables={tables} />
              </Section>
            )
          }
        </Loaded>
      )}
    </PageFrame>
  )
}

export default Timeseries
