import { Button } from '@ui5/webcomponents-react/Button'
import { Label } from '@ui5/webcomponents-react/Label'
import { Option } from '@ui5/webcomponents-react/Option'
import { Select } from '@ui5/webcomponents-react/Select'
import { useCallback, useEffect, useState } from 'react'
import type { JobResult } from '../../api/jobs.ts'
import { useJob } from '../../api/use-job.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { Facts } from '../../parts/facts.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { Section } from '../../parts/section.tsx'
import { ColumnDetail } from './column-detail.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { texts } from './texts.ts'

export interface TableProps {
  readonly schema: string
  readonly table: string
  readonly where: string
  readonly onWhere: (where: string) => void
}

export type ProfileResult = JobResult<'/dataProfile'>
export type ProfiledColumn = ProfileResult['columns'][number]

const SAMPLES = ['0', '100000', '10000'] as const

/** Measures the columns as soon as it is shown; whoever leaves does not want it any more. */
export const Profile = ({ schema, table, where, onWhere }: TableProps) => {
  const t = useTexts(texts)
  const { start, cancel, job, result, error, isRunning } = useJob('/dataProfile', { cancelOnLeave: true })
  const [sample, setSample] = useState<(typeof SAMPLES)[number]>('0')
  const measure = useCallback(() => {
    const chosen = { sampleSize: Number(sample), topValues: 12, histogramBins: 24 }
    start({ schema, table, ...(where && { where }), ...chosen })
  }, [start, schema, table, where, sample])
  useEffect(measure, [measure])
  return (
    <Section title={t('profile')} intro={t('profile.intro')}>
      <div className="fields">
        <FilterField value={where} onChange={onWhere} />
        <div className="field">
          <Label for="profile-sample">{t('rowsToLookAt')}</Label>
          <Select
            id="profile-sample"
            value={sample}
            onChange={(event) => {
              const chosen = event.detail.selectedOption.value
              setSample(SAMPLES.find((each) => each === chosen) ?? '0')
            }}
          >
            {SAMPLES.map((each) => (
              <Option key={each} value={each}>
                {t(`sample.${each}`)}
              </Option>
            ))}
          </Select>
        </div>
      </div>
      {error && <ErrorStrip error={error} onRetry={measure} />}
      {isRunning && <JobProgress job={job} onCancel={cancel} />}
      {result && <Measured result={result} onAgain={measure} />}
    </Section>
  )
}

const Measured = ({ result, onAgain }: { result: ProfileResult; onAgain: () => void }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const [shown, setShown] = useState<ProfiledColumn>()
  const countOf = (isSuch: (column: ProfiledColumn) => boolean): string =>
    format.number(result.columns.filter(isSuch).length)
  return (
    <>
      <Facts
        facts={[
          [t('rowCount'), format.number(result.rowCount)],
          [t('columnCount'), format.number(result.columnCount)],
          [t('withNulls'), countOf(({ nullCount }) => nullCount > 0)],
          [t('emptyColumns'), countOf(({ alerts }) => alerts.includes('ALL_NULL'))],
          [t('sampled'), result.sampled ? format.number(result.sampledRows) : null],
          [t('took'), format.duration(result.durationMs)],
        ]}
      />
      <ColumnsTable result={result} onShow={setShown}>
        <Button icon="refresh" design="Transparent" onClick={onAgain}>
          {t('again')}
        </Button>
      </ColumnsTable>
      {shown && (
        <ColumnDetail
          column={shown}
          result={result}
          onClose={() => {
            setShown(undefined)
          }}
        />
      )}
    </>
  )
}
