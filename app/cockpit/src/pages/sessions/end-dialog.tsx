import type { DatabaseSession } from '../../api/sessions.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
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
    <ConfirmDialog title={t('end')} confirm={t('end')} keep={t('keep')} onConfirm={onEnd} onClose={onClose}>
      <p>{t('end.sure', { number: String(number), user: user ?? '?' })}</p>
      {isOwn && <p>{t('end.own')}</p>}
    </ConfirmDialog>
  )
}
