import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useEffect, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { hrefOf } from './route.ts'
import { explain } from './explain-error.ts'
import { texts } from './texts.ts'

interface ErrorStripProps {
  readonly error: ApiError
  /** Tries again what has failed. */
  readonly onRetry?: () => void
}

/** An error in words: what it means, what the API says, its code, and how long to wait where it says so. */
export const ErrorStrip = ({ error, onRetry }: ErrorStripProps) => {
  const t = useTexts(texts)
  const wait = useCountdown(error)
  return (
    <MessageStrip design={designOf(error)} hideCloseButton className="error-strip">
      <div role="alert">
        <strong>{t(explain(error))}</strong>
        {error.details && <div>{error.details}</div>}
        <div className="error-facts">
          <span>{t('error.code', { code: error.code })}</span>
          {error.status >= 500 && error.operationId && <span>{t('error.operation', { id: error.operationId })}</span>}
          {error.code === 'TOO_MANY_OPERATIONS' && <a href={hrefOf('operations')}>{t('error.running')}</a>}
          {wait > 0 && <span>{t('error.wait', { count: wait })}</span>}
        </div>
        {onRetry && (
          <Button design="Transparent" disabled={wait > 0} onClick={onRetry}>
            {t('error.retry')}
          </Button>
        )}
      </div>
    </MessageStrip>
  )
}

/** What somebody has cancelled is no failure, and a missing role is no fault. */
const designOf = ({ code, status }: ApiError): 'Information' | 'Critical' | 'Negative' => {
  if (code === 'OPERATION_CANCELLED') return 'Information'
  return status === 403 ? 'Critical' : 'Negative'
}

/** Seconds left of what the API asks to wait. */
const useCountdown = ({ receivedAt, retryAfterSeconds = 0 }: ApiError): number => {
  const [now, setNow] = useState(receivedAt)
  useEffect(() => {
    if (retryAfterSeconds === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
    }, 1_000)
    return () => {
      clearInterval(timer)
    }
  }, [receivedAt, retryAfterSeconds])
  return Math.max(0, retryAfterSeconds - Math.floor(Math.max(0, now - receivedAt) / 1_000))
}
