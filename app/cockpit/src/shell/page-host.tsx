import { BusyIndicator } from '@ui5/webcomponents-react/BusyIndicator'
import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { server } from '../api/server.ts'
import { useRole } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { PAGES } from '../pages/index.ts'
import type { Page } from '../pages/index.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { hrefOf } from '../parts/route.ts'
import { PageBoundary } from './page-boundary.tsx'
import { texts } from './texts.ts'

const COMPONENTS: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  PAGES.map(({ id, load }) => [id, lazy(load)]),
)

/** Shows a page, and says so when there is none or when it fails. */
export const PageHost = ({ page }: { page: Page | undefined }) => {
  const t = useTexts(texts)
  const language = useLanguage()
  const mayEnter = useRole(page?.role ?? 'viewer')
  const Component = page && COMPONENTS[page.id]
  return (
    <main id="content" className="content" tabIndex={-1}>
      <title>{`${page?.title[language] ?? t('pageMissing')} · ${server().name} ${t('cockpit')}`}</title>
      {page && !mayEnter ? (
        <EmptyState
          title={t('roleMissing')}
          text={t('roleMissingText', { role: t(`role.${page.role}`) })}
          href={hrefOf('overview')}
          link={t('toStart')}
        />
      ) : Component ? (
        <PageBoundary key={page.id} title={t('pageFailed')} text={t('pageFailedText')} reload={t('reload')}>
          <Suspense fallback={<BusyIndicator active delay={300} text={t('loading')} className="page-busy" />}>
            <Component />
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
