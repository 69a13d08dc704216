import { Icon } from '@ui5/webcomponents-react/Icon'
import type { CSSProperties } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Order } from '../data-table.tsx'
import type { GridColumn } from './grid-column.ts'
import { toggleOrder } from './orders.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { texts } from './texts.ts'

interface GridHeadProps {
  readonly orders: readonly Order[]
  readonly onOrders?: ((orders: readonly Order[]) => void) | undefined
  readonly filtered: ReadonlySet<string>
  readonly onFilter?: ((column: string, opener: HTMLElement) => void) | undefined
  readonly column: GridColumn
  readonly style: CSSProperties
  readonly isPinned: boolean
  /** It can be dragged to another place. */
  readonly isMovable: boolean
  /** While a head is dragged. */
  readonly dragClass: string | false
  readonly onWidth: (width: number | undefined) => void
}

/** The head of a column: orders by it, opens its filter. */
export const GridHead = ({
  column: { name, type, isNumeric, isKey, isUnordered },
  orders,
  onOrders: change,
  filtered,
  onFilter,
  style,
  isPinned,
  isMovable,
  dragClass,
  onWidth,
}: GridHeadProps) => {
  const t = useTexts(texts)
  const onOrders = isUnordered ? undefined : change
  const at = orders.findIndex(({ key }) => key === name)
  const order = orders[at]
  const direction = order ? (order.isDescending ? 'descending' : 'ascending') : 'none'
  const label = (
    <span>
      {name} {isKey && <Icon name="key" accessibleName={t('key')} mode="Image" />}
      <small>{type}</small>
    </span>
  )
  return (
    <th
      scope="col"
      className={[isNumeric && 'at-end', isPinned && 'is-pinned', dragClass].filter(Boolean).join(' ')}
      aria-sort={onOrders && direction}
      style={style}
      data-column={name}
    >
      <div className="grid-head">
        {onOrders ? (
          <button
            type="button"
            title={t(isMovable ? 'sort.move' : 'sort.hint')}
            onClick={(event) => {
              onOrders(toggleOrder(orders, name, event.shiftKey))
            }}
          >
            {label}
            {order && (
              <>
                <Icon name={order.isDescending ? 'sort-descending' : 'sort-ascending'} mode="Decorative" />
                {orders.length > 1 && <small>{at + 1}</small>}
              </>
            )}
          </button>
        ) : (
          label
        )}
        {onFilter && (
          <button
            type="button"
            className={filtered.has(name) ? 'grid-filter is-on' : 'grid-filter'}
            aria-label={t('filter.of', { column: name })}
            aria-haspopup="dialog"
            onClick={(event) => {
              onFilter(name, event.currentTarget)
            }}
          >
            <Icon name="filter" mode="Decorative" />
          </button>
        )}
      </div>
      <ResizeHandle onWidth={onWidth} />
    </th>
  )
}
