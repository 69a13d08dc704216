import { Button } from '@ui5/webcomponents-react/Button'
import { Dialog } from '@ui5/webcomponents-react/Dialog'
import { Input } from '@ui5/webcomponents-react/Input'
import { Label } from '@ui5/webcomponents-react/Label'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { toApiError } from '../api/api-error.ts'
import { server } from '../api/server.ts'
import { signIn } from '../api/sign-in.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { ErrorStrip } from '../parts/error-strip.tsx'
import { texts } from './texts.ts'

/** Asks for the API's own credentials. */
export const SignIn = () => {
  const t = useTexts(texts)
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    signIn(user, password)
      .catch((reason: unknown) => {
        setError(toApiError(reason))
      })
      .finally(() => {
        setBusy(false)
      })
  }
  return (
    <Dialog
      open
      headerText={`${server().name} · ${t('cockpit')}`}
      className="sign-in"
      onBeforeClose={(event) => {
        event.preventDefault()
      }}
    >
      <form className="stack" onSubmit={submit}>
        <p className="muted">{t('signInText')}</p>
        {error && <ErrorStrip error={error} />}
        <div className="field">
          <Label for="sign-in-user" showColon required>
            {t('user')}
          </Label>
          <Input
            id="sign-in-user"
            name="username"
            value={user}
            required
            onInput={(event) => {
              setUser(event.target.value)
            }}
          />
        </div>
        <div className="field">
          <Label for="sign-in-password" showColon required>
            {t('password')}
          </Label>
          <Input
            id="sign-in-password"
            name="password"
            type="Password"
            value={password}
            required
            onInput={(event) => {
              setPassword(event.target.value)
            }}
          />
        </div>
        <Button type="Submit" design="Emphasized" disabled={isBusy || user === '' || password === ''}>
          {t('signIn')}
        </Button>
      </form>
    </Dialog>
  )
}
