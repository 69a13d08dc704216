import { Button } from '@ui5/webcomponents-react/Button'
import { Link } from '@ui5/webcomponents-react/Link'
import { useEffect, useState } from 'react'
import { keepFindings, readFindings } from '../../api/reference-findings.ts'
import { useJob } from '../../api/use-job.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { JobState } from '../../parts/job-state.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Status } from '../../parts/status.tsx'
import { texts } from './reference-texts.ts'

/** Rows that refer to rows which do not exist: what was found when one last looked, and the means to look. */
export const References = () => {
  const t = useTexts(texts)
  const format = useFormat()
  const check = useJob('/referentialCheck', { cancelOnLeave: true })
  const [findings, setFindings] = useState(readFindings)
  const { result } = check
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- what a job has found comes from outside
    if (result) setFindings(keepFindings(result))
  }, [result])
  const isGood = findings && findings.broken.length === 0 && findings.failed === 0
  return (
    <>
      <div className="good-news">
        <Status tone={findings ? (isGood ? 'good' : 'bad') : 'none'}>
          {t(findings ? (isGood ? 'good' : 'bad') : 'unknown')}
        </Status>
        <span>
          {findings
            ? isGood
              ? t('references.good', { count: findings.references, time: format.time(findings.checkedAt) })
              : t('references.bad', { count: findings.broken.length, time: format.time(findings.checkedAt) })
            : t('references.unknown')}
        </span>
        <Button
          design="Transparent"
          disabled={check.isRunning}
          onClick={() => {
            check.start({ mode: 'check', limit: 0 })
          }}
        >
          {t('references.check')}
        </Button>
      </div>
      <JobState running={check} />
      {findings && findings.broken.length > 0 && (
        <ul className="plain-list">
          {findings.broken.map(({ table, referencesTable, orphanedRows }) => (
            <li key={`${table} ${referencesTable}`}>
              <Link href={hrefOf('references', [], { schema: findings.schema, table, run: 'yes' })}>
                {t('references.orphans', { count: orphanedRows, table, target: referencesTable })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
