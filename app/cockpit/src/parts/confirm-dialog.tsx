import { Bar } from '@ui5/webcomponents-react/Bar'
import { Button } from '@ui5/webcomponents-react/Button'
import { Dialog } from '@ui5/webcomponents-react/Dialog'
import type { ReactNode } from 'react'

interface ConfirmDialogProps {
  readonly title: string
  /** What the two buttons say: go on, and leave it. */
  readonly confirm: string
  readonly keep: string
  /** Negative where what is done cannot be undone by doing it again. */
  readonly design?: 'Negative' | 'Emphasized'
  /** While it is not yet known what there is to confirm. */
  readonly isDisabled?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks once more before something is done. Who opened it closes it, after either button. */
export const ConfirmDialog = ({
  title,
  confirm,
  keep,
  design = 'Negative',
  isDisabled = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) => (
  <Dialog
    open
    state="Critical"
    headerText={title}
    onClose={onClose}
    footer={
      <Bar
        design="Footer"
        endContent={
          <>
            <Button
              design={design}
              disabled={isDisabled}
              onClick={() => {
                onConfirm()
                onClose()
              }}
            >
              {confirm}
            </Button>
            <Button design="Transparent" onClick={onClose}>
              {keep}
            </Button>
          </>
        }
      />
    }
  >
    {children}
  </Dialog>
)
