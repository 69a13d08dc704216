import { Bar } from '@ui5/webcomponents-react/Bar'
import { Button } from '@ui5/webcomponents-react/Button'
import { Dialog } from '@ui5/webcomponents-react/Dialog'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface DetailDialogProps {
  readonly title: string
  /** Buttons, where more can be done than to close it. */
  readonly actions?: ReactElement
  /** Buttons beside the one that closes it. */
  readonly tools?: ReactElement
  readonly onClose: () => void
  readonly children: ReactNode
}

/** All of something that a table has no room for, to be looked at and closed; as large as a phone is. */
export const DetailDialog = ({ title, actions, tools, onClose, children }: DetailDialogProps) => {
  const t = useTexts(texts)
  return (
    <Dialog
      open
      stretch={matchMedia('(max-width: 599px)').matches}
      className="detail"
      headerText={title}
      footer={
        <Bar
          design="Footer"
          startContent={tools}
          endContent={
            actions ?? (
              <Button design="Emphasized" onClick={onClose}>
                {t('close')}
              </Button>
            )
          }
        />
      }
      onClose={onClose}
    >
      {children}
    </Dialog>
  )
}
