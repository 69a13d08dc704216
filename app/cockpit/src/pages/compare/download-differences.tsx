import { Button } from '@ui5/webcomponents-react/Button'
import { useEffect } from 'react'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { fileName, saveText } from '../../parts/download.ts'
import { JobState } from '../../parts/job-state.tsx'
import type { Question } from './question.ts'
import { texts } from './texts.ts'

/** The most that the API lists at a time. */
const MOST = 10_000

/** Saves all differences, not only those in sight, as the API writes them: a line for each cell that differs. */
export const DownloadDifferences = ({ question }: { question: Question }) => {
  const t = useTexts(texts)
  const diff = useJob('/dataDiff', { cancelOnLeave: true })
  const { result, reset } = diff
  useEffect(() => {
    if (result?.content === undefined) return
    saveText(result.content, fileName([question.table1, question.table2, 'differences'], 'csv'), 'text/csv')
    if (!result.truncated) reset()
  }, [result, reset, question])
  return (
    <>
      <Button
        icon="download"
        disabled={diff.isRunning}
        onClick={() => {
          diff.start({ ...question, format: 'csv', limit: MOST, allowDuplicateKeys: true })
        }}
      >
        {t('download')}
      </Button>
      {result?.truncated && <span className="muted">{t('download.cut', { count: MOST })}</span>}
      <JobState running={diff} />
    </>
  )
}
