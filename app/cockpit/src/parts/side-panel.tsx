import { Button } from '@ui5/webcomponents-react/Button'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface SidePanelProps {
  readonly title: string
  /** Buttons beside the one that closes it. */
  readonly tools?: ReactElement
  readonly onClose: () => void
  readonly children: ReactNode
}

/** All of something, beside what it belongs to, which goes on being used. */
export const SidePanel = ({ title, tools, onClose, children }: SidePanelProps) => {
  const t = useTexts(texts)
  return (
    <aside
      className="side-panel"
      aria-label={title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <header>
        <h3>{title}</h3>
        {tools}
        <Button
          icon="decline"
          design="Transparent"
          accessibleName={t('close')}
          tooltip={t('close')}
          onClick={onClose}
        />
      </header>
      {children}
    </aside>
  )
}
