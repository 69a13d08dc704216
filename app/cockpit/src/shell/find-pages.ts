import { hasRole, type Session } from '../api/session.ts'
import type { Language } from '../i18n/language.ts'
import { PAGES } from '../pages/index.ts'
import { hrefOf } from '../parts/route.ts'
import type { Hit } from './hit.ts'

/** Pages that one may enter, by a part of their titles. */
export const findPages = (text: string, language: Language, session: Session): Hit[] =>
  PAGES.filter(({ group, role, title }) => {
    const isNamed = title[language].toLowerCase().includes(text.toLowerCase())
    return group !== undefined && isNamed && hasRole(session, role)
  }).map(({ id, icon, title }) => ({ kind: 'page', icon, name: title[language], place: '', href: hrefOf(id) }))
