import { Button } from '@ui5/webcomponents-react/Button'
import { Bar } from '@ui5/webcomponents-react/Bar'
import { Dialog } from '@ui5/webcomponents-react/Dialog'
import { useRowCount } from '../../api/table.ts'
import { useTexts } from '../../i18n/use-texts.ts'
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
    <Dialog
      open
      state="Critical"
      headerText={t('truncate.title')}
      footer={
        <Bar
          design="Footer"
          endContent={
            <>
              <Button design="Negative" disabled={count.isLoading} onClick={onConfirm}>
                {t('truncate.confirm')}
              </Button>
              <Button design="Transparent" onClick={onClose}>
                {t('truncate.keep')}
              </Button>
            </>
          }
        />
      }
      onClose={onClose}
    >
      <Loaded of={count}>{(rows) => <p>{t('truncate.text', { count: rows, table })}</p>}</Loaded>
    </Dialog>
  )
}
