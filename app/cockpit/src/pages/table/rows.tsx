import { lazy, Suspense, useState } from 'react'
import { useRowCount } from '../../api/table.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Busy } from '../../parts/busy.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { ColumnChoice } from '../../parts/grid/column-choice.tsx'
import { type ColumnFilter, kindsOf, readFilters, whereText, writeFilters } from '../../parts/grid/column-filter.ts'
import { FilterChips } from '../../parts/grid/filter-chips.tsx'
import { readOrders, writeOrders } from '../../parts/grid/orders.ts'
import { RecordGrid } from '../../parts/grid/record-grid.tsx'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { orderByText } from '../../parts/order-by.ts'
import { Pager } from '../../parts/pager.tsx'
import { useLast } from '../../parts/use-last.ts'
import { useOptions } from '../../parts/use-options.ts'
import { askRows, askValue } from './ask-rows.ts'
import { askedColumns } from './asked-columns.ts'
import { EditButton } from './edit-button.tsx'
import { ExportRows } from './export-rows.tsx'
import { gridColumns } from './grid-columns.ts'
import { type Opened, OpenedFilter } from './opened-filter.tsx'
import { SavePage } from './save-page.tsx'
import { SlowPage } from './slow-page.tsx'
import type { TableProps } from './table-props.ts'
import { texts } from './texts.ts'
import { useRowsPage } from './use-rows-page.ts'
import { useSeenColumns } from './use-seen-columns.ts'
import { WithRowDetail } from './with-row-detail.tsx'

const PAGE_ROWS = 50

// Comes to those who change rows.
const EditedRows = lazy(() => import('./edit/edited-rows.tsx'))

/**
 * The rows, a page at a time: the server orders, chooses and cuts, so a large table costs no more than a small one. All that
 * is chosen stands in the address.
 */
const Rows = ({ schema, table, structure }: TableProps) => {
  const t = useTexts(texts)
  const [options, change, step] = useOptions()
  const [opened, setOpened] = useState<Opened>()
  const [isEdited, setEdited] = useState(false)
  const turn = (edited: boolean) => (): void => {
    setEdited(edited)
  }
  const typed = options['where'] ?? ''
  const filters = readFilters(options['filter'])
  const orders = readOrders(options['sort'])
  const offset = Math.max(0, Math.floor(Number(options['offset'] ?? 0)) || 0)
  const columns = structure?.columns ?? []
  const kindOf = kindsOf(columns)
  const { seen, hidden, pinned, isOwn, onMove, choice } = useSeenColumns(
    JSON.stringify([schema, table]),
    columns,
    options,
    change,
  )
  const where = whereText(filters, typed, kindOf)
  const orderBy = orders.length > 0 ? orderByText(orders) : undefined
  const selection = { schema, table, where: where || undefined, orderBy } as const
  const question = {
    ...selection,
    ...(hidden.size > 0 && { columns: askedColumns(seen, structure) }),
    format: 'json',
    limit: PAGE_ROWS,
    offset,
  } as const
  const { page, shown: shownPage, isStale } = useRowsPage(question, structure !== undefined, options)
  const counted = useRowCount(page.value ? schema : '', table, where)
  const total = counted.value
  const lastTotal = useLast(total)
  const filterBy = (changed: readonly ColumnFilter[]): void => {
    step({ filter: writeFilters(changed), offset: undefined })
  }
  const goTo = (start: number) => (): void => {
    step({ offset: start > 0 ? String(start) : undefined })
  }
  return (
    <section className="section is-grid" aria-label={t('rows', { table })}>
      <div className="fields">
        <FilterField
          value={typed}
          onChange={(condition) => {
            step({ where: condition, offset: undefined })
          }}
        />
      </div>
      <FilterChips filters={filters} onChange={filterBy} />
      {page.error && shownPage && <ErrorStrip error={page.error} onRetry={page.reload} />}
      <Loaded of={{ ...page, error: shownPage ? undefined : page.error, value: shownPage }}>
        {({ rows = [], columns: told, truncated, start, chosen }) => {
          const records = rows as readonly GridRow[]
          const inSight = seen.filter(({ name }) => told.some((column) => column.name === name))
          const grid = {
            caption: t('rows', { table }),
            target: { schema, table },
            pinned: inSight.filter(({ name }) => pinned.includes(name)).length,
            rows: records,
            offset: start,
            orders,
            onOrders: (changed: typeof orders) => {
              step({ sort: writeOrders(changed), offset: undefined })
            },
            onMove,
            filtered: new Set(filters.map(({ column }) => column)),
            onFilter: (column: string, opener: HTMLElement) => {
              setOpened({ column, opener })
            },
            whole: (column: string, index: number) =>
              askValue(question, columns, { row: records[index] ?? {}, column, number: start + index }),
          }
          return (
            <div className={isStale ? 'result is-stale' : 'result'} aria-busy={isStale && !page.error}>
              {isStale && !page.error && (
                <SlowPage
                  key={JSON.stringify(question)}
                  work={orderBy ? 'sort' : where ? 'filter' : 'read'}
                  onCancel={() => {
                    change(chosen)
                  }}
                />
              )}
              <div className="table-bar">
                <Pager
                  from={records.length === 0 ? start : start + 1}
                  to={start + records.length}
                  total={total}
                  onBack={offset > 0 ? goTo(Math.max(0, offset - PAGE_ROWS)) : undefined}
                  onNext={truncated ? goTo(offset + PAGE_ROWS) : undefined}
                />
                <span className="downloads">
                  {structure && !isEdited && <EditButton structure={structure} onEdit={turn(true)} />}
                  <ColumnChoice {...choice} />
                  <SavePage table={table} columns={inSight} rows={records} whole={() => askRows(question)} />
                  <ExportRows
                    count={total}
                    question={{
                      ...selection,
                      ...(isOwn && { columns: seen.map(({ name }) => name).join() }),
                    }}
                  />
                </span>
              </div>
              {records.length === 0 && (
                <p className="muted nothing">{t(where || offset > 0 ? 'rows.none' : 'rows.empty')}</p>
              )}
              <WithRowDetail {...{ structure, selection, start }} rows={records}>
                {(on) =>
                  isEdited && structure ? (
                    <Suspense fallback={<Busy />}>
                      <EditedRows
                        {...grid}
                        {...on}
                        structure={structure}
                        columns={inSight}
                        onSaved={() => {
                          page.reload()
                          counted.reload()
                        }}
                        onEnd={turn(false)}
                      />
                    </Suspense>
                  ) : (
                    <RecordGrid {...grid} {...on} columns={gridColumns(inSight, structure?.references ?? [])} />
                  )
                }
              </WithRowDetail>
            </div>
          )
        }}
      </Loaded>
      {opened && (
        <OpenedFilter
          {...{ schema, table, typed, filters, columns, kindOf }}
          opened={opened}
          rowCount={lastTotal}
          onChange={filterBy}
          onClose={() => {
            setOpened(undefined)
          }}
        />
      )}
    </section>
  )
}

export default Rows
