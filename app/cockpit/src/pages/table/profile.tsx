import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useJob } from '../../api/use-job.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ChecksButton } from '../../parts/checks-button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { Facts } from '../../parts/facts.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { Section } from '../../parts/section.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { ColumnDetail } from './column-detail.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { type ProfileBase, ProfileCompared } from './profile-compared.tsx'
import { checksOfProfile } from './profile-checks.ts'
import type { ProfiledColumn } from './profile-result.ts'
import type { TableProps } from './table-props.ts'
import { texts as compareTexts } from './profile-texts.ts'
import { texts } from './texts.ts'

/** Among these are spellings looked for; fewer are listed. */
const MOST_VALUES = 50

const SAMPLES = ['0', '100000', '10000'] as const

/** Measurements that others are held against, by user and table: they stay while one looks at other pages. */
const bases = new Map<string, ProfileBase>()

/** Measures the columns when it is told to; whoever leaves does not want it any more. */
const Profile = ({ schema, table }: TableProps) => {
  const t = useTexts(texts)
  const [options, change, step] = useOptions()
  const { where = '' } = options
  const sample = SAMPLES.find((each) => each === options['sample']) ?? '0'
  const chosen = { sampleSize: Number(sample), topValues: MOST_VALUES, histogramBins: 24 }
  const question = { schema, table, ...(where && { where }), ...chosen }
  const keptFor = JSON.stringify(question)
  const { start, cancel, job, result, error, isRunning, isQueued } = useJob('/dataProfile', {
    cancelOnLeave: true,
    keptFor,
  })
  const known = (job?.found ?? []) as unknown as ProfiledColumn[]
  const measure = (): void => {
    start(question)
  }
  return (
    <Section title={t('profile')} intro={t('profile.intro')}>
      <div className="fields">
        <FilterField
          value={where}
          onChange={(condition) => {
            step({ where: condition })
          }}
        />
        <Choice
          label={t('rowsToLookAt')}
          value={sample}
          options={SAMPLES.map((value) => ({ value, text: t(`sample.${value}`) }))}
          onChange={(value) => {
            change({ sample: value === '0' ? undefined : value })
          }}
        />
      </div>
      {!result && (
        <div className="actions">
          <Button design="Emphasized" disabled={isRunning} onClick={measure}>
            {t('measure')}
          </Button>
        </div>
      )}
      {error && <ErrorStrip error={error} onRetry={measure} />}
      {isRunning && <JobProgress job={job} isQueued={isQueued} onCancel={cancel} />}
      {isRunning && known.length > 0 && <ColumnsTable result={{ schema, table, columns: known }} />}
      {result && <Measured now={{ result, where }} onAgain={measure} />}
    </Section>
  )
}

export default Profile

interface MeasuredProps {
  readonly now: ProfileBase
  readonly onAgain: () => void
}

const Measured = ({ now, onAgain }: MeasuredProps) => {
  const { result, where } = now
  const t = useTexts(texts)
  const tell = useTexts(compareTexts)
  const key = JSON.stringify([useSession()?.user, result.schema, result.table])
  const [base, setBase] = useState(bases.get(key))
  const hold = (next: ProfileBase | undefined): void => {
    if (next) bases.set(key, next)
    else bases.delete(key)
    setBase(next)
  }
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
      {base && (
        <ProfileCompared
          base={base}
          now={now}
          onEnd={() => {
            hold(undefined)
          }}
        />
      )}
      <ColumnsTable result={result} onShow={setShown}>
        {!base && (
          <Button
            icon="compare"
            design="Transparent"
            tooltip={tell('compare.hint')}
            onClick={() => {
              hold(now)
            }}
          >
            {tell('compare')}
          </Button>
        )}
        <Button icon="refresh" design="Transparent" onClick={onAgain}>
          {t('again')}
        </Button>
        {!result.sampled && <ChecksButton table={result.table} write={() => checksOfProfile(result)} />}
      </ColumnsTable>
      {shown && (
        <ColumnDetail
          column={shown}
          result={result}
          where={where}
          onClose={() => {
            setShown(undefined)
          }}
        />
      )}
    </>
  )
}
