import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** One sentence below the title. */
  readonly intro?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page on a surface of its own. */
export const Section = ({ title, intro, actions, children }: SectionProps) => {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <header className="section-head">
        <div>
          <h2 id={id}>{title}</h2>
          {intro && <p className="muted">{intro}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
