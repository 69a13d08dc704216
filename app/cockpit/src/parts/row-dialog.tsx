import { Bar } from '@ui5/webcomponents-react/Bar'
import { Button } from '@ui5/webcomponents-react/Button'
import { Dialog } from '@ui5/webcomponents-react/Dialog'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from './column.ts'
import { texts } from './texts.ts'
import { WholeValue } from './whole-value.tsx'

interface RowDialogProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  readonly onClose: () => void
}

/** All of one row, whatever a table has no room for. */
export const RowDialog = <Row,>({ title, columns, row, onClose }: RowDialogProps<Row>) => {
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
          endContent={
            <Button design="Emphasized" onClick={onClose}>
              {t('close')}
            </Button>
          }
        />
      }
      onClose={onClose}
    >
      <dl className="row-values">
        {columns.map(({ key, label, hint, kind, value }) => (
          <div key={key}>
            <dt>
              {label} <small className="muted">{hint}</small>
            </dt>
            <dd>
              <WholeValue value={value(row)} kind={kind} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
