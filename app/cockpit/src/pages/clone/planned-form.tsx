import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { JobState } from '../../parts/job-state.tsx'
import { Section } from '../../parts/section.tsx'
import { Plan } from './plan.tsx'
import { texts } from './texts.ts'
import type { PlannedJob } from '../../parts/use-planned-job.ts'

interface PlannedFormProps {
  readonly title: string
  readonly intro: string
  readonly job: PlannedJob<'/tableCopy'> | PlannedJob<'/schemaClone'>
  readonly isComplete: boolean
  /** What the button says that does the work. */
  readonly run: string
  /** What has been made, once it has. */
  readonly done: string | undefined
  /** Where one goes from there. */
  readonly next: ReactNode
  readonly children: ReactNode
}

/** Asks what to make, shows what would be made, and makes it when told so. */
export const PlannedForm = (props: PlannedFormProps) => {
  const { title, intro, job, isComplete, run, done, next, children } = props
  const t = useTexts(texts)
  const { plan, work } = job
  const isBusy = plan.isRunning || work.isRunning
  return (
    <>
      <Section title={title} intro={intro}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            job.showPlan()
          }}
        >
          {children}
          <div className="actions">
            <Button type="Submit" design={plan.result ? 'Default' : 'Emphasized'} disabled={!isComplete || isBusy}>
              {t('showPlan')}
            </Button>
          </div>
        </form>
        <JobState running={plan} />
      </Section>
      {(plan.result ?? work.result ?? (work.isRunning || work.error)) && (
        <Section
          title={done === undefined ? t('plan') : t('made')}
          intro={done === undefined ? t('plan.intro') : undefined}
        >
          {plan.result && (
            <Plan plan={plan.result.plan ?? []} skipped={plan.result.skipped} isAtomic={plan.result.atomic} />
          )}
          {done === undefined && plan.result && (
            <div className="actions">
              <Button design="Emphasized" disabled={isBusy} onClick={job.run}>
                {run}
              </Button>
            </div>
          )}
          {done !== undefined && (
            <div role="status" className="stack">
              <MessageStrip design="Positive" hideCloseButton>
                {done}
              </MessageStrip>
              {next}
            </div>
          )}
          <JobState running={work} />
        </Section>
      )}
    </>
  )
}
