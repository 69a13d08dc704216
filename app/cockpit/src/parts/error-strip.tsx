import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useEffect, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useTexts } from '../i18n/use-texts.ts'
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
    <MessageStrip design={error.status === 403 ? 'Critical' : 'Negative'} hideCloseButton className="error-strip">
      <div role="alert">
        <strong>{t(explain(error))}</strong>
        {error.details && <div>{error.details}</div>}
        <div className="error-facts">
          <span>{t('error.code', { code: error.code })}</span>
          {error.status >= 500 && error.operationId && <span>{t('error.operation', { id: error.operationId })}</span>}
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

/** Seconds left of what the API asks to wait. */
const useCountdown = (error: ApiError): number => {
  const [left, setLeft] = useState(error.retryAfterSeconds ?? 0)
  useEffect(() => {
    setLeft(error.retryAfterSeconds ?? 0)
    const timer = setInterval(() => {
      setLeft((before) => Math.max(0, before - 1))
    }, 1_000)
    return () => {
      clearInterval(timer)
    }
  }, [error])
  return left
}
