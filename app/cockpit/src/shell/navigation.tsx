import { SideNavigation } from '@ui5/webcomponents-react/SideNavigation'
import { SideNavigationGroup } from '@ui5/webcomponents-react/SideNavigationGroup'
import { SideNavigationItem } from '@ui5/webcomponents-react/SideNavigationItem'
import type { Session } from '../api/session.ts'
import { hasRole } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { GROUPS, isOffered, PAGES } from '../pages/index.ts'
import type { Group, Page } from '../pages/index.ts'
import { hrefOf } from '../parts/route.ts'
import { texts } from './texts.ts'

interface NavigationProps {
  readonly current: Page | undefined
  readonly session: Session
  readonly onNavigate: () => void
  /** Given by the layout. */
  readonly slot?: string
}

/** All pages, by what one wants to do. Those that the role of the user does not reach can be seen, not entered. */
export const Navigation = ({ current, session, onNavigate, slot }: NavigationProps) => {
  const t = useTexts(texts)
  const language = useLanguage()
  const selected = current?.group ? current.id : current?.parent
  return (
    <SideNavigation slot={slot} accessibleName={t('navigation')} onItemClick={onNavigate}>
      {(Object.keys(GROUPS) as Group[]).map((group) => (
        <SideNavigationGroup key={group} text={GROUPS[group][language]} expanded>
          {PAGES.filter((page) => page.group === group && isOffered(page)).map((page) => (
            <SideNavigationItem
              key={page.id}
              text={page.title[language]}
              icon={page.icon}
              href={hrefOf(page.id)}
              selected={page.id === selected}
              disabled={!hasRole(session, page.role)}
            />
          ))}
        </SideNavigationGroup>
      ))}
    </SideNavigation>
  )
}
