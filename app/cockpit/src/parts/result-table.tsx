import { Link } from '@ui5/webcomponents-react/Link'
import { type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from './column.ts'
import { compareValues } from './compare-values.ts'
import { DataTable, type Order } from './data-table.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import { Pager } from './pager.tsx'
import { texts } from './texts.ts'

interface ResultTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** All of them: they are paged and sorted here. */
  readonly rows: readonly Row[]
  /** Names the downloads, such as `saga_Film` and `profile`. */
  readonly name: readonly string[]
  /** What to say when there are no rows. */
  readonly empty?: string
  /** Where they would come from. */
  readonly next?: { readonly href: string; readonly text: string } | undefined
  /** How many there really are, where the API has sent only some. */
  readonly total?: number
  readonly pageSize?: number
  /** Says how many entries there are; false where the page says it already. */
  readonly isCounted?: boolean
  /** What else stands above the table. */
  readonly children?: ReactNode
  readonly rowKey?: (row: Row, index: number) => string
}

/** A table of results: sorted by a click on a head, shown in pages, downloaded as a whole. */
export const ResultTable = <Row,>(props: ResultTableProps<Row>) => {
  const { caption, columns, rows, name, empty, next, total, pageSize = 50, isCounted = true, children, rowKey } = props
  const t = useTexts(texts)
  const [order, setOrder] = useState<Order>()
  const [page, setPage] = useState(0)
  const sorted = useMemo(() => sortRows(rows, columns, order), [rows, columns, order])
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1)
  const start = Math.min(page, last) * pageSize
  if (rows.length === 0)
    return (
      <p className="muted nothing">
        {empty ?? t('table.empty')} {next && <Link href={next.href}>{next.text}</Link>}
      </p>
    )
  return (
    <div className="result">
      <div className="table-bar">
        {isCounted && (
          <span className="muted">
            {total !== undefined && total > rows.length
              ? t('table.some', { count: rows.length, total })
              : t('table.all', { count: rows.length })}
          </span>
        )}
        {children}
        <DownloadButtons caption={caption} columns={columns} rows={sorted} name={name} />
      </div>
      <DataTable
        caption={caption}
        columns={columns.filter(isShown(rows))}
        rows={sorted.slice(start, start + pageSize)}
        order={order}
        onOrder={setOrder}
        rowKey={rowKey}
      />
      {last > 0 && (
        <Pager
          from={start + 1}
          to={Math.min(start + pageSize, rows.length)}
          total={rows.length}
          onBack={
            start > 0
              ? () => {
                  setPage(Math.min(page, last) - 1)
                }
              : undefined
          }
          onNext={
            start / pageSize < last
              ? () => {
                  setPage(Math.min(page, last) + 1)
                }
              : undefined
          }
        />
      )}
    </div>
  )
}

const isShown =
  <Row,>(rows: readonly Row[]) =>
  ({ isOptional, isDownloadOnly, value }: Column<Row>): boolean =>
    !isDownloadOnly && (!isOptional || rows.some((row) => value(row) != null))

const sortRows = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | undefined) => {
  const column = columns.find(({ key }) => key === order?.key)
  if (!order || !column) return rows
  const sign = order.isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * compareValues(column.value(a), column.value(b)))
}
