import { Link } from '@ui5/webcomponents-react/Link'
import { useFormat } from '../i18n/use-format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from './column.ts'
import { texts } from './texts.ts'

type Row = Readonly<Record<string, unknown>>

/** Columns with a number before them that opens the row. @param offset how many rows there are before. */
export const numberedColumns = (
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  offset: number,
  onShow: (index: number) => void,
  label: string,
): Column<Row>[] => [
  {
    key: '',
    label,
    kind: 'number',
    value: (row) => offset + rows.indexOf(row) + 1,
    cell: (row) => <RowNumber number={offset + rows.indexOf(row) + 1} onShow={() => onShow(rows.indexOf(row))} />,
  },
  ...columns,
]

const RowNumber = ({ number, onShow }: { number: number; onShow: () => void }) => {
  const t = useTexts(texts)
  const format = useFormat()
  return (
    <Link accessibleRole="Button" accessibleName={t('row.show', { number })} onClick={onShow}>
      {format.number(number)}
    </Link>
  )
}
