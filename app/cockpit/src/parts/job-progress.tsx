import { Button } from '@ui5/webcomponents-react/Button'
import { ProgressIndicator } from '@ui5/webcomponents-react/ProgressIndicator'
import { useEffect, useState } from 'react'
import type { Job } from '../api/jobs.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { phaseKey } from './phase.ts'
import { texts } from './texts.ts'

interface JobProgressProps {
  /** Undefined until its first answer. */
  readonly job: Job | undefined
  /** Others have to end before it begins. */
  readonly isQueued?: boolean
  readonly onCancel: () => void
  /** How many rows there are to do, where the page knows it and the API does not. */
  readonly expectedRows?: number | null | undefined
}

/** How far an operation is, with the means to end it. */
export const JobProgress = ({ job, isQueued = false, onCancel, expectedRows }: JobProgressProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const seconds = useElapsedSeconds(job?.startedAt)
  const [isAsked, setAsked] = useState(false)
  const done = job?.rowsDone ?? 0
  const known = job?.rowsTotal ?? expectedRows ?? null
  // What was only estimated, and is passed, is not known.
  const total = known !== null && done > known ? null : known
  const isCancelling = isAsked || job?.phase === 'cancelling'
  const phase = t(isCancelling ? 'phase.cancelling' : isQueued ? 'phase.queued' : phaseKey(job?.phase, done))
  const counts =
    total === null ? t('job.rows', { count: done }) : t('job.rowsOf', { done: format.number(done), count: total })
  return (
    <div className="job">
      <div className="job-facts">
        <strong>{phase}</strong>
        <span>{done > 0 || total !== null ? counts : ''}</span>
        <span className="muted">{format.duration(seconds * 1_000)}</span>
        <Button
          design="Negative"
          icon="stop"
          disabled={isCancelling}
          onClick={() => {
            setAsked(true)
            onCancel()
          }}
        >
          {t('job.cancel')}
        </Button>
      </div>
      {total === null || total === 0 ? (
        <div className="unknown-progress" role="progressbar" aria-label={phase} />
      ) : (
        <ProgressIndicator value={Math.min(100, Math.floor((100 * done) / total))} accessibleName={phase} />
      )}
      <span className="only-heard" role="status">
        {phase}
      </span>
    </div>
  )
}

const useElapsedSeconds = (startedAt: string | undefined): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
    }, 1_000)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return startedAt === undefined ? 0 : Math.max(0, Math.round((now - Date.parse(startedAt)) / 1_000))
}
