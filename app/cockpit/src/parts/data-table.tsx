import { Icon } from '@ui5/webcomponents-react/Icon'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column, ValueKind } from './column.ts'
import { texts } from './texts.ts'
import { Value } from './value.tsx'

export interface Order {
  readonly key: string
  readonly isDescending: boolean
}

interface DataTableProps<Row> {
  /** What the table shows; for those who hear it, unless `hasVisibleCaption`. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly order?: Order | undefined
  /** Makes the heads of the columns buttons. */
  readonly onOrder?: (order: Order) => void
  /** Names a row in a stable way; its number by default. */
  readonly rowKey?: ((row: Row, index: number) => string) | undefined
}

const AT_END: ReadonlySet<string | undefined> = new Set(['number', 'percent', 'bytes', 'duration'])
const ON_ONE_LINE: ReadonlySet<string | undefined> = new Set(['time', 'word'])

const classOf = (kind: ValueKind | undefined, isRecord = false): string =>
  [
    AT_END.has(kind) && 'at-end',
    ON_ONE_LINE.has(kind) && 'on-one-line',
    kind === 'name' && 'name',
    isRecord && 'record',
  ]
    .filter(Boolean)
    .join(' ')

/** A plain table: numbers at the right, heads that stay in sight, wide ones scroll within themselves. */
export const DataTable = <Row,>({ caption, columns, rows, order, onOrder, rowKey }: DataTableProps<Row>) => {
  const t = useTexts(texts)
  return (
    // Keyboards scroll what has the focus.
    <div className="table-scroll" role="region" aria-label={t('table.region', { caption })} tabIndex={0}>
      <table className="data-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey?.(row, index) ?? index}>
              {columns.map(({ key, kind, isRecord, value, cell }) => (
                <td key={key} className={classOf(kind, isRecord)}>
                  {cell ? cell(row) : <Value value={value(row)} kind={kind} isRecord={isRecord} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly order: Order | undefined
  readonly onOrder: ((order: Order) => void) | undefined
}

const Head = <Row,>({ column: { key, label, hint, kind, isAction }, order, onOrder }: HeadProps<Row>) => {
  const isOrdered = order?.key === key
  const direction = isOrdered ? (order.isDescending ? 'descending' : 'ascending') : 'none'
  const text = (
    <>
      {label}
      {hint && <small>{hint}</small>}
    </>
  )
  return (
    <th
      scope="col"
      className={AT_END.has(kind) ? 'at-end' : undefined}
      aria-sort={isAction ? undefined : onOrder && direction}
    >
      {onOrder && !isAction ? (
        <button
          type="button"
          onClick={() => {
            onOrder({ key, isDescending: isOrdered && !order.isDescending })
          }}
        >
          <span>{text}</span>
          {isOrdered && <Icon name={order.isDescending ? 'sort-descending' : 'sort-ascending'} mode="Decorative" />}
        </button>
      ) : (
        <span>{text}</span>
      )}
    </th>
  )
}
