import { Bar } from '@ui5/webcomponents-react/Bar'
import { Button } from '@ui5/webcomponents-react/Button'
import { Dialog } from '@ui5/webcomponents-react/Dialog'
import type { DatabaseSession } from '../../api/sessions.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface EndDialogProps {
  readonly session: DatabaseSession
  readonly onEnd: () => void
  readonly onClose: () => void
}

/** Asks once more before a session is ended, and warns where it may be of the server itself. */
export const EndDialog = ({ session: { number, user, isOwn }, onEnd, onClose }: EndDialogProps) => {
  const t = useTexts(texts)
  return (
    <Dialog
      open
      state="Critical"
      headerText={t('end')}
      onClose={onClose}
      footer={
        <Bar
          design="Footer"
          endContent={
            <>
              <Button
                design="Negative"
                onClick={() => {
                  onEnd()
                  onClose()
                }}
              >
                {t('end')}
              </Button>
              <Button design="Transparent" onClick={onClose}>
                {t('keep')}
              </Button>
            </>
          }
        />
      }
    >
      <p>{t('end.sure', { number: String(number), user: user ?? '?' })}</p>
      {isOwn && <p>{t('end.own')}</p>}
    </Dialog>
  )
}
