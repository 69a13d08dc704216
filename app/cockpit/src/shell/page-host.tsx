import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { server } from '../api/server.ts'
import { useRole } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { type Page, PAGES } from '../pages/index.ts'
import { Busy } from '../parts/busy.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHelp } from '../parts/page-help.ts'
import { hrefOf, useRoute } from '../parts/route.ts'
import { PageBoundary } from './page-boundary.tsx'
import { PageFailure } from './page-failure.tsx'
import { texts } from './texts.ts'

const COMPONENTS: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  PAGES.map(({ id, load }) => [id, lazy(load)]),
)

/** Shows a page, and says so when there is none or when it fails. */
export const PageHost = ({ page }: { page: Page | undefined }) => {
  const t = useTexts(texts)
  const language = useLanguage()
  const mayEnter = useRole(page?.role ?? 'viewer')
  const { segments, options } = useRoute()
  const Component = page && COMPONENTS[page.id]
  const help = typeof page?.help === 'function' ? page.help(options) : page?.help
  const main = useRef<HTMLElement>(null)
  const place = [page?.id, ...segments].join('/')
  useFocusOnChange(main, place)
  const subject = (page && segments.at(-1)) ?? options['table']
  return (
    <main id="content" className="content" tabIndex={-1} ref={main}>
      <title>
        {[subject, page?.title[language] ?? t('pageMissing'), `${server().name} ${t('cockpit')}`]
          .filter(Boolean)
          .join(' · ')}
      </title>
      {page && !mayEnter ? (
        <EmptyState
          title={t('roleMissing')}
          text={t('roleMissingText', { role: t(`role.${page.role}`) })}
          href={hrefOf('overview')}
          link={t('toStart')}
        />
      ) : Component ? (
        <PageBoundary key={page.id} failure={<PageFailure />}>
          <Suspense fallback={<Busy />}>
            <PageHelp value={help && hrefOf('help', [help])}>
              <Component />
            </PageHelp>
          </Suspense>
        </PageBoundary>
      ) : (
        <EmptyState
          title={t('pageMissing')}
          text={t('pageMissingText')}
          href={hrefOf('overview')}
          link={t('toStart')}
        />
      )}
    </main>
  )
}

/** Who goes to another place is there: with the keyboard, and at its top. */
const useFocusOnChange = (element: RefObject<HTMLElement | null>, place: string): void => {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    element.current?.focus({ preventScroll: true })
    element.current?.scrollTo({ top: 0 })
  }, [element, place])
}
