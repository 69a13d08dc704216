import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DetailDialog } from '../../parts/detail-dialog.tsx'
import { SqlText } from '../../parts/sql-text.tsx'
import { texts } from './texts.ts'

/** A statement in a cell: its beginning, on one line, which opens all of it. */
export const Statement = ({ statement }: { readonly statement: string | null }) => {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  if (statement === null) return '–'
  const close = (): void => {
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        className="session-statement"
        title={t('statement.show')}
        onClick={() => {
          setOpen(true)
        }}
      >
        <code>{statement}</code>
      </button>
      {isOpen && (
        <DetailDialog title={t('statement')} onClose={close}>
          <div className="detail-body">
            <SqlText sql={statement} label={t('statement')} />
          </div>
        </DetailDialog>
      )}
    </>
  )
}
