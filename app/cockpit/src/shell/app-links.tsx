import { server } from '../api/server.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { hrefOf } from '../parts/route.ts'
import { texts } from './texts.ts'

/** The ways to the other pages of the application, in the order and the words of the line above those. */
export const AppLinks = () => {
  const t = useTexts(texts)
  const language = useLanguage()
  return (
    <nav className="app-links" aria-label={t('apps')}>
      {server().apps.map(({ href, title }) => (
        <a key={href} href={new URL(href, document.baseURI).href}>
          {title[language]}
        </a>
      ))}
      <a href={hrefOf('overview')} aria-current="page">
        {t('cockpit')}
      </a>
    </nav>
  )
}
