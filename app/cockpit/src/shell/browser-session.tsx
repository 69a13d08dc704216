import { useEffect, useState } from 'react'
import { type ApiError, toApiError } from '../api/api-error.ts'
import { showUser } from '../api/sign-in.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Busy } from '../parts/busy.tsx'
import { ErrorStrip } from '../parts/error-strip.tsx'
import { texts } from './texts.ts'

/** Where it is the browser that is signed in, or nobody has to be: finds out who that is. */
export const BrowserSession = () => {
  const t = useTexts(texts)
  const [error, setError] = useState<ApiError>()
  useEffect(() => {
    showUser().catch((reason: unknown) => {
      setError(toApiError(reason))
    })
  }, [])
  return (
    <main className="content">
      <h1>{t('cockpit')}</h1>
      {error ? <ErrorStrip error={error} /> : <Busy />}
    </main>
  )
}
