import { Bar } from '@ui5/webcomponents-react/Bar'
import { Button } from '@ui5/webcomponents-react/Button'
import { Dialog } from '@ui5/webcomponents-react/Dialog'
import { useTexts } from '../../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface RemoveDialogProps {
  readonly name: string
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Asks once more. */
export const RemoveDialog = ({ name, onRemove, onClose }: RemoveDialogProps) => {
  const t = useTexts(texts)
  return (
    <Dialog
      open
      state="Critical"
      headerText={t('remove')}
      onClose={onClose}
      footer={
        <Bar
          design="Footer"
          endContent={
            <>
              <Button
                design="Emphasized"
                onClick={() => {
                  onRemove()
                  onClose()
                }}
              >
                {t('remove')}
              </Button>
              <Button design="Transparent" onClick={onClose}>
                {t('keep')}
              </Button>
            </>
          }
        />
      }
    >
      <p>{t('remove.sure', { name })}</p>
    </Dialog>
  )
}
