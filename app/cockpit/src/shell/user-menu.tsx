import { Button } from '@ui5/webcomponents-react/Button'
import { Label } from '@ui5/webcomponents-react/Label'
import { Popover } from '@ui5/webcomponents-react/Popover'
import { SegmentedButton } from '@ui5/webcomponents-react/SegmentedButton'
import { SegmentedButtonItem } from '@ui5/webcomponents-react/SegmentedButtonItem'
import { useState } from 'react'
import type { Session } from '../api/session.ts'
import { setSession } from '../api/session.ts'
import { LANGUAGES, setLanguage, useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { setTheme, THEMES, useTheme } from './theme.ts'
import { texts } from './texts.ts'

const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const

/** Who is signed in and what that allows; theme, language, sign out. */
export const UserMenu = ({ session: { user, role } }: { session: Session }) => {
  const t = useTexts(texts)
  const theme = useTheme()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        id="user-menu"
        design="Transparent"
        icon="person-placeholder"
        accessibleName={`${t('signedInAs', { user })}, ${t('role')}: ${t(`role.${role}`)}. ${t('settings')}`}
        onClick={() => {
          setOpen(true)
        }}
      >
        {`${user} · ${t(`role.${role}`)}`}
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
            <SegmentedButton
              accessibleName={t('theme')}
              onSelectionChange={(event) => {
                const chosen = event.detail.selectedItems[0]?.getAttribute('data-value')
                const next = THEMES.find((each) => each === chosen)
                if (next) setTheme(next)
              }}
            >
              {THEMES.map((each) => (
                <SegmentedButtonItem key={each} data-value={each} selected={each === theme}>
                  {t(`theme.${each}`)}
                </SegmentedButtonItem>
              ))}
            </SegmentedButton>
          </div>
          <div className="field">
            <Label>{t('language')}</Label>
            <SegmentedButton
              accessibleName={t('language')}
              onSelectionChange={(event) => {
                const chosen = event.detail.selectedItems[0]?.getAttribute('data-value')
                const next = LANGUAGES.find((each) => each === chosen)
                if (next) setLanguage(next)
              }}
            >
              {LANGUAGES.map((each) => (
                <SegmentedButtonItem key={each} data-value={each} selected={each === language}>
                  {LANGUAGE_NAMES[each]}
                </SegmentedButtonItem>
              ))}
            </SegmentedButton>
          </div>
          <Button
            icon="log"
            onClick={() => {
              setSession(null)
            }}
          >
            {t('signOut')}
          </Button>
        </div>
      </Popover>
    </>
  )
}
