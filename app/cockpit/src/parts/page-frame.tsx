import { type ReactNode, use } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { PageHelp } from './page-help.ts'
import { texts } from './texts.ts'

interface PageFrameProps {
  readonly title: ReactNode
  /** One sentence about what the page is for. */
  readonly intro?: ReactNode
  /** What one can do with the whole page, at the right of its title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The head of a page and its body. What is typed into a page stays there while one reads about it. */
export const PageFrame = ({ title, intro, actions, children }: PageFrameProps) => {
  const t = useTexts(texts)
  const help = use(PageHelp)
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {intro && <p className="muted">{intro}</p>}
        </div>
        <div className="page-actions">
          {actions}
          {help !== undefined && (
            <a
              className="page-help"
              href={help}
              target="_blank"
              rel="noreferrer"
              aria-label={t('help')}
              title={t('help')}
            >
              ?
            </a>
          )}
        </div>
      </header>
      <div className="page-body">{children}</div>
    </>
  )
}
