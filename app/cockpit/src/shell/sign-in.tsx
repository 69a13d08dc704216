import { Button } from '@ui5/webcomponents-react/Button'
import { Input, type InputDomRef } from '@ui5/webcomponents-react/Input'
import { Label } from '@ui5/webcomponents-react/Label'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '../api/api-error.ts'
import { server } from '../api/server.ts'
import { signIn } from '../api/shared-session.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { ErrorStrip } from '../parts/error-strip.tsx'
import icon from '../styles/icon.svg'
import { texts } from './texts.ts'

/** Asks for the API's own credentials. */
export const SignIn = () => {
  const t = useTexts(texts)
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const userField = useRef<InputDomRef>(null)
  useEffect(() => {
    void userField.current?.focus()
  }, [])
  useEffect(
    () => () => {
      // Who is signed in goes on at the page, which stands by now.
      document.getElementById('content')?.focus({ preventScroll: true })
    },
    [],
  )
  const enter = (name: string, secret: string): void => {
    setBusy(true)
    setError(undefined)
    signIn(name, secret)
      .catch((reason: unknown) => {
        setError(toApiError(reason))
      })
      .finally(() => {
        setBusy(false)
      })
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    enter(user, password)
  }
  return (
    <main className="sign-in">
      <title>{`${t('signIn')} · ${server().name} ${t('cockpit')}`}</title>
      <form className="stack section" onSubmit={submit}>
        <img src={icon} alt="" width="48" height="48" />
        <h1>
          {server().name} <span className="muted">{t('cockpit')}</span>
        </h1>
        <p className="muted">{t('signInText')}</p>
        {error && <ErrorStrip error={error} />}
        <div className="field">
          <Label for="sign-in-user" showColon required>
            {t('user')}
          </Label>
          <Input
            ref={userField}
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
        {server().tryAs.length > 0 && (
          <div className="field" role="group" aria-label={t('tryAs')}>
            <span className="muted">{t('tryAs')}</span>
            <div className="actions">
              {server().tryAs.map((name) => (
                <Button
                  key={name}
                  design="Transparent"
                  disabled={isBusy}
                  onClick={() => {
                    enter(name, name)
                  }}
                >
                  {name}
                </Button>
              ))}
            </div>
          </div>
        )}
        <a href={new URL(server().site, document.baseURI).href}>{t('home', { name: server().name })}</a>
      </form>
    </main>
  )
}
