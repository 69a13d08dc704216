import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { useEffect, useState } from 'react'
import type { JobResult } from '../../api/jobs.ts'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { JobState } from '../../parts/job-state.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Section } from '../../parts/section.tsx'
import { columnsToShow, mergeFindings } from './diff-rows.ts'
import { DownloadDifferences } from './download-differences.tsx'
import { namesOf, type Question } from './question.ts'
import { SideBySide } from './side-by-side.tsx'
import { texts } from './texts.ts'

interface DifferencesProps {
  readonly question: Question
  readonly comparison: JobResult<'/compareData'>
}

const PAGE_SIZE = 50

/** The rows that differ, page by page in the order of their key. Without a key they are those that the samples hold. */
export const Differences = ({ question, comparison }: DifferencesProps) => {
  const t = useTexts(texts)
  const { different, onlyInTable1, onlyInTable2 } = comparison.summary
  const total = different + onlyInTable1 + onlyInTable2
  if (total === 0) return null
  return (
    <Section
      title={t('differences')}
      intro={t('differences.intro')}
      actions={comparison.mode === 'keyed' && <DownloadDifferences question={question} />}
    >
      {comparison.mode === 'keyed' ? (
        <KeyedDifferences question={question} comparison={comparison} total={total} />
      ) : (
        <WholeDifferences question={question} comparison={comparison} />
      )}
    </Section>
  )
}

const KeyedDifferences = ({ question, comparison, total }: DifferencesProps & { readonly total: number }) => {
  const t = useTexts(texts)
  const diff = useJob('/dataDiff', { cancelOnLeave: true })
  const [showsAll, setShowsAll] = useState(false)
  // Where the pages up to this one began; the first one begins without a cursor.
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  const cursor = cursors.at(-1)
  const { start, result } = diff
  useEffect(() => {
    start({ ...question, limit: PAGE_SIZE, allowDuplicateKeys: true, ...(cursor !== undefined && { cursor }) })
    // `question` is another one only when this is another component.
  }, [start, question, cursor])
  const rows = result ? mergeFindings(result, result.keyColumns) : []
  const from = (cursors.length - 1) * PAGE_SIZE + 1
  const next = result?.nextCursor
  return (
    <>
      <JobState running={diff} expectedRows={comparison.table1.rowCount} />
      {result && (
        <>
          <CheckBox
            text={t('showsAll')}
            checked={showsAll}
            onChange={(event) => {
              setShowsAll(event.target.checked)
            }}
          />
          <SideBySide
            caption={t('differences')}
            names={namesOf(comparison.table1, comparison.table2)}
            keyColumns={result.keyColumns}
            columns={columnsToShow(result.comparedColumns, result.columnDifferences, showsAll)}
            rows={rows}
          />
          {total > PAGE_SIZE && (
            <Pager
              from={from}
              to={from + rows.length - 1}
              total={total}
              onBack={
                cursors.length > 1
                  ? () => {
                      setCursors(cursors.slice(0, -1))
                    }
                  : undefined
              }
              onNext={
                next == null
                  ? undefined
                  : () => {
                      setCursors([...cursors, next])
                    }
              }
            />
          )}
        </>
      )}
    </>
  )
}

/** The most that the API samples of either kind. */
const MOST_SAMPLES = 100

const WholeDifferences = ({ question, comparison }: DifferencesProps) => {
  const t = useTexts(texts)
  const samples = useJob('/compareData', { cancelOnLeave: true })
  const { start, result } = samples
  useEffect(() => {
    start({ ...question, samples: MOST_SAMPLES })
  }, [start, question])
  return (
    <>
      <JobState running={samples} expectedRows={comparison.table1.rowCount} />
      {result && (
        <SideBySide
          caption={t('differences')}
          names={namesOf(comparison.table1, comparison.table2)}
          keyColumns={[]}
          columns={result.comparedColumns}
          rows={mergeFindings({ ...result.samples, differences: [] }, [])}
        />
      )}
    </>
  )
}
