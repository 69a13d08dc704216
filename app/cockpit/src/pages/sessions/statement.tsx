import { Bar } from '@ui5/webcomponents-react/Bar'
import { Button } from '@ui5/webcomponents-react/Button'
import { Dialog } from '@ui5/webcomponents-react/Dialog'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
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
        <Dialog
          open
          className="detail"
          headerText={t('statement')}
          onClose={close}
          footer={<Bar design="Footer" endContent={<Button onClick={close}>{t('close')}</Button>} />}
        >
          <div className="detail-body">
            <SqlText sql={statement} label={t('statement')} />
          </div>
        </Dialog>
      )}
    </>
  )
}
