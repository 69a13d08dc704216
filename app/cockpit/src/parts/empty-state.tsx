import { Link } from '@ui5/webcomponents-react/Link'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  readonly text?: string
  readonly href?: string
  readonly link?: string
  readonly children?: ReactNode
}

/** Says in words why there is nothing to see, and where to go on. */
export const EmptyState = ({ title, text, href, link, children }: EmptyStateProps) => (
  <div className="empty-state">
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {href && <Link href={href}>{link}</Link>}
    {children}
  </div>
)
