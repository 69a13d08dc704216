import { useRowCount } from '../../api/table.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { texts } from './texts.ts'

interface ConfirmTruncateProps {
  readonly schema: string
  readonly table: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks again before rows are deleted, and says how many. */
export const ConfirmTruncate = ({ schema, table, onConfirm, onClose }: ConfirmTruncateProps) => {
  const t = useTexts(texts)
  const count = useRowCount(schema, table)
  return (
    <ConfirmDialog
      title={t('truncate.title')}
      confirm={t('truncate.confirm')}
      keep={t('truncate.keep')}
      isDisabled={count.isLoading}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Loaded of={count}>{(rows) => <p>{t('truncate.text', { count: rows, table })}</p>}</Loaded>
    </ConfirmDialog>
  )
}
