import { Button } from '@ui5/webcomponents-react/Button'
import { Link } from '@ui5/webcomponents-react/Link'
import type { ReactNode } from 'react'
import { type RunningJob, useJob } from '../../api/use-job.ts'
import type { HeavyPath } from '../../api/jobs.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { JobState } from '../../parts/job-state.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import type { TableProps } from './table-props.ts'
import { texts } from './check-texts.ts'

/** Whether the rows keep the rules, refer to rows that are there, and are there once: each when it is asked for. */
const Checks = ({ schema, table }: TableProps) => {
  const t = useTexts(texts)
  const rules = useJob('/dataValidator', { cancelOnLeave: true })
  const references = useJob('/referentialCheck', { cancelOnLeave: true })
  const duplicates = useJob('/duplicateDetection', { cancelOnLeave: true })
  return (
    <>
      <Check
        title={t('check.rules')}
        intro={t('check.rules.intro')}
        page="validation"
        job={rules}
        onStart={() => {
          rules.start({ schema, table })
        }}
        {...{ schema, table }}
      >
        {rules.result && (
          <Finding
            isGood={rules.result.valid}
            text={t(rules.result.valid ? 'check.rules.good' : 'check.rules.bad', {
              count: rules.result.valid ? rules.result.results.length : rules.result.invalidRows,
            })}
          />
        )}
      </Check>
      <Check
        title={t('check.references')}
        intro={t('check.references.intro')}
        page="references"
        job={references}
        onStart={() => {
          references.start({ schema, table, mode: 'report' })
        }}
        {...{ schema, table }}
      >
        {references.result?.totalForeignKeys === 0 && <p className="muted">{t('check.references.none')}</p>}
        {references.result && references.result.totalForeignKeys > 0 && (
          <Finding
            isGood={references.result.totalOrphanedRecords === 0 && references.result.failedConstraints === 0}
            text={t(references.result.totalOrphanedRecords === 0 ? 'check.references.good' : 'check.references.bad', {
              count:
                references.result.totalOrphanedRecords === 0
                  ? references.result.validConstraints
                  : references.result.totalOrphanedRecords,
            })}
          />
        )}
      </Check>
      <Check
        title={t('check.duplicates')}
        intro={t('check.duplicates.intro')}
        page="duplicates"
        job={duplicates}
        onStart={() => {
          duplicates.start({ schema, table, mode: 'exact', records: 0 })
        }}
        {...{ schema, table }}
      >
        {duplicates.result && (
          <Finding
            isGood={duplicates.result.duplicateGroups === 0}
            text={t(duplicates.result.duplicateGroups === 0 ? 'check.duplicates.good' : 'check.duplicates.bad', {
              count:
                duplicates.result.duplicateGroups === 0
                  ? duplicates.result.totalRows
                  : duplicates.result.totalDuplicates,
            })}
          />
        )}
      </Check>
    </>
  )
}

export default Checks

interface CheckProps {
  readonly title: string
  readonly intro: string
  /** Where one sees more of it. */
  readonly page: string
  readonly schema: string
  readonly table: string
  readonly job: RunningJob<HeavyPath>
  readonly onStart: () => void
  readonly children: ReactNode
}

const Check = ({ title, intro, page, schema, table, job, onStart, children }: CheckProps) => {
  const t = useTexts(texts)
  return (
    <Section
      title={title}
      intro={intro}
      actions={
        <>
          <Button disabled={job.isRunning} accessibleName={`${t('check')}: ${title}`} onClick={onStart}>
            {t('check')}
          </Button>
          <Link href={hrefOf(page, [], { schema, table })}>{t('check.more')}</Link>
        </>
      }
    >
      <JobState running={job} />
      {children}
    </Section>
  )
}

const Finding = ({ isGood, text }: { isGood: boolean; text: string }) => {
  const t = useTexts(texts)
  return (
    <p className="good-news" role="status">
      <Status tone={isGood ? 'good' : 'bad'}>{t(isGood ? 'good' : 'bad')}</Status> {text}
    </p>
  )
}
