import { Icon } from '@ui5/webcomponents-react/Icon'
import { hasRole, type Session } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { type Group, GROUPS, isOffered, type Page, PAGES } from '../pages/index.ts'
import { hrefOf } from '../parts/route.ts'
import { type Subject, useSubject } from '../parts/subject.ts'
import { ObjectTree } from './object-tree.tsx'
import { texts } from './texts.ts'

interface NavigationProps {
  readonly current: Page | undefined
  readonly session: Session
  readonly onNavigate: () => void
}

/**
 * All pages, by what one wants to do, and below them what the database holds. Pages that the role of the user does not reach
 * can be seen, not entered. The table one works on goes along.
 */
export const Navigation = ({ current, session, onNavigate }: NavigationProps) => {
  const t = useTexts(texts)
  const language = useLanguage()
  const subject = useSubject()
  const selected = current?.group ? current.id : current?.parent
  return (
    <div
      className="sidebar"
      onClick={(event) => {
        if ((event.target as Element).closest('a')) onNavigate()
      }}
    >
      <nav className="side-pages" aria-label={t('navigation')}>
        {(Object.keys(GROUPS) as Group[]).map((group) => (
          <section key={group}>
            <h2>{GROUPS[group][language]}</h2>
            <ul>
              {PAGES.filter((page) => page.group === group && isOffered(page)).map((page) => (
                <li key={page.id}>
                  <a
                    href={hasRole(session, page.role) ? hrefTo(page, subject) : undefined}
                    aria-current={page.id === selected ? 'page' : undefined}
                    aria-disabled={!hasRole(session, page.role)}
                    title={
                      hasRole(session, page.role) ? undefined : t('roleMissingText', { role: t(`role.${page.role}`) })
                    }
                  >
                    <Icon name={page.icon} mode="Decorative" />
                    {page.title[language]}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <ObjectTree subject={subject} />
    </div>
  )
}

/** The address of a page, about the table that one works on where it takes one. */
const hrefTo = ({ id, takes }: Page, subject: Subject | undefined): string => {
  if (!subject || takes === undefined) return hrefOf(id)
  const { schema, table } = subject
  if (takes === 'first') return hrefOf(id, [], { schema1: schema, table1: table })
  return hrefOf(id, [], { schema, table })
}
