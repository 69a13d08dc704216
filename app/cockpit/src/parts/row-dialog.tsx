import type { Column } from './column.ts'
import { DetailDialog } from './detail-dialog.tsx'
import { WholeValue } from './whole-value.tsx'

interface RowDialogProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  readonly onClose: () => void
}

/** All of one row, whatever a table has no room for. */
export const RowDialog = <Row,>({ title, columns, row, onClose }: RowDialogProps<Row>) => (
  <DetailDialog title={title} onClose={onClose}>
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
  </DetailDialog>
)
