import { Button } from '@ui5/webcomponents-react/Button'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Busy } from '../parts/busy.tsx'
import { type FailureCause, findCause } from './failure-cause.ts'
import { texts } from './texts.ts'

/** Says why a page does not come, and offers what helps. */
export const PageFailure = () => {
  const t = useTexts(texts)
  const [cause, setCause] = useState<FailureCause>()
  useEffect(() => {
    void findCause().then(setCause)
  }, [])
  if (!cause) return <Busy />
  return (
    <div className="empty-state" role="alert">
      <h2>{t(`failure.${cause}`)}</h2>
      <p>{t(`failure.${cause}.text`)}</p>
      <Button
        onClick={() => {
          location.reload()
        }}
      >
        {t('reload')}
      </Button>
    </div>
  )
}
