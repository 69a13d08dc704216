import { Button } from '@ui5/webcomponents-react/Button'
import type { Session } from '../api/session.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { AppSwitch } from './app-switch.tsx'
import { texts } from './texts.ts'
import { useNarrow } from './use-narrow.ts'
import { UserMenu } from './user-menu.tsx'

interface ShellBarProps {
  readonly session: Session
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onSearch: () => void
}

/** The line at the top. Its first link takes keyboards past the navigation. */
export const ShellBar = ({ session, isOpen, onToggle, onSearch }: ShellBarProps) => {
  const t = useTexts(texts)
  const isNarrow = useNarrow()
  return (
    <header className="shell-bar">
      <a
        className="skip-link"
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t('skip')}
      </a>
      <Button
        design="Transparent"
        icon="menu2"
        accessibleName={t('toggleNavigation')}
        accessibilityAttributes={{ expanded: isOpen }}
        onClick={onToggle}
      />
      <AppSwitch />
      <Button design="Transparent" icon="search" tooltip={t('search')} accessibleName={t('search')} onClick={onSearch}>
        {isNarrow ? '' : t('search.short')}
      </Button>
      <UserMenu session={session} />
    </header>
  )
}
