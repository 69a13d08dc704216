import { Button } from '@ui5/webcomponents-react/Button'
import { Label } from '@ui5/webcomponents-react/Label'
import { Link } from '@ui5/webcomponents-react/Link'
import { Popover } from '@ui5/webcomponents-react/Popover'
import { useState } from 'react'
import { server } from '../api/server.ts'
import type { Session } from '../api/session.ts'
import { signOut } from '../api/shared-session.ts'
import { LANGUAGES, setLanguage, useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { mayLeave } from '../parts/route.ts'
import { Segments } from '../parts/segments.tsx'
import { setTheme, THEMES, useTheme } from './theme.ts'
import { texts } from './texts.ts'
import { useNarrow } from './use-narrow.ts'

const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const

/** Who is signed in and what that allows; theme, language, sign out. */
export const UserMenu = ({ session: { user, role } }: { session: Session }) => {
  const t = useTexts(texts)
  const theme = useTheme()
  const language = useLanguage()
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        id="user-menu"
        design="Transparent"
        icon="person-placeholder"
        accessibleName={`${user} · ${t(`role.${role}`)}. ${t('signedInAs', { user })}. ${t('settings')}`}
        onClick={() => {
          setOpen(true)
        }}
      >
        {isNarrow ? user : `${user} · ${t(`role.${role}`)}`}
      </Button>
      <Popover
        opener="user-menu"
        open={isOpen}
        placement="Bottom"
        headerText={t('signedInAs', { user })}
        onClose={() => {
          setOpen(false)
        }}
      >
        <div className="stack user-menu">
          <p>
            <strong>{t(`role.${role}`)}</strong>
            <br />
            <span className="muted">{t(`role.${role}.may`)}</span>
          </p>
          <div className="field">
            <Label id="theme-label">{t('theme')}</Label>
            <Segments
              label={t('theme')}
              value={theme}
              choices={THEMES.map((each) => [each, t(`theme.${each}`)] as const)}
              onChange={setTheme}
            />
          </div>
          <div className="field">
            <Label>{t('language')}</Label>
            <Segments
              label={t('language')}
              value={language}
              choices={LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]] as const)}
              onChange={setLanguage}
            />
          </div>
          <Link href={new URL(server().site, document.baseURI).href}>{t('home', { name: server().name })}</Link>
          {server().login === 'password' && (
            <Button
              icon="log"
              onClick={() => {
                if (mayLeave()) void signOut()
              }}
            >
              {t('signOut')}
            </Button>
          )}
        </div>
      </Popover>
    </>
  )
}
