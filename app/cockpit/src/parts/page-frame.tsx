import type { ReactNode } from 'react'

interface PageFrameProps {
  readonly title: ReactNode
  /** One sentence about what the page is for. */
  readonly intro?: ReactNode
  /** What one can do with the whole page, at the right of its title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The head of a page and its body. */
export const PageFrame = ({ title, intro, actions, children }: PageFrameProps) => (
  <>
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {intro && <p className="muted">{intro}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
    <div className="page-body">{children}</div>
  </>
)
