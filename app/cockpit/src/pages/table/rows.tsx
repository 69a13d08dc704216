import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { inTurn } from '../../api/in-turn.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { recordColumns } from '../../parts/column.ts'
import { DataTable } from '../../parts/data-table.tsx'
import type { Order } from '../../parts/data-table.tsx'
import { DownloadButtons } from '../../parts/download-buttons.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { orderByText } from '../../parts/order-by.ts'
import { Pager } from '../../parts/pager.tsx'
import { hrefOf, navigate } from '../../parts/route.ts'
import { RowDialog } from '../../parts/row-dialog.tsx'
import { numberedColumns } from '../../parts/row-number.tsx'
import { Section } from '../../parts/section.tsx'
import type { TableProps } from './profile.tsx'
import { texts } from './texts.ts'

const PAGE_ROWS = 50

/** The rows, a page at a time: the server orders, chooses and cuts, so a large table costs no more than a small one. */
export const Rows = ({ schema, table, where, onWhere }: TableProps) => {
  const t = useTexts(texts)
  const [order, setOrder] = useState<Order>()
  const [offset, setOffset] = useState(0)
  const [shown, setShown] = useState<number>()
  const orderBy = order && orderByText([order])
  const question = {
    schema,
    table,
    format: 'json',
    limit: PAGE_ROWS,
    offset,
    where: where || undefined,
    orderBy,
  } as const
  const page = useLoaded(JSON.stringify(question), (signal) =>
    inTurn(signal, () => bodyOf(api.POST('/export', { body: question, signal }))),
  )
  return (
    <Section
      title={t('rows', { table })}
      intro={t('rows.intro')}
      actions={
        <Button
          icon="journey-depart"
          design="Transparent"
          onClick={() => {
            navigate(hrefOf('export', [], { schema, table, where, orderBy }))
          }}
        >
          {t('exportThese')}
        </Button>
      }
    >
      <div className="fields">
        <FilterField
          value={where}
          onChange={(condition) => {
            setOffset(0)
            onWhere(condition)
          }}
        />
      </div>
      <Loaded of={page}>
        {({ columns, rows = [], truncated }) => {
          const shownColumns = recordColumns(columns)
          const records = rows as readonly Readonly<Record<string, unknown>>[]
          if (records.length === 0 && offset === 0) return <p className="muted nothing">{t('rows.none')}</p>
          const selected = shown === undefined ? undefined : records[shown]
          return (
            <div className="result">
              <div className="table-bar">
                <DownloadButtons
                  caption={t('rows', { table })}
                  columns={shownColumns}
                  rows={records}
                  name={[table, 'rows']}
                />
              </div>
              <DataTable
                caption={t('rows', { table })}
                columns={numberedColumns(shownColumns, records, offset, setShown, t('number'))}
                rows={records}
                order={order}
                onOrder={(next) => {
                  setOffset(0)
                  setOrder(next)
                }}
              />
              <Pager
                from={records.length === 0 ? offset : offset + 1}
                to={offset + records.length}
                onBack={
                  offset > 0
                    ? () => {
                        setOffset(Math.max(0, offset - PAGE_ROWS))
                      }
                    : undefined
                }
                onNext={
                  truncated
                    ? () => {
                        setOffset(offset + PAGE_ROWS)
                      }
                    : undefined
                }
              />
              {selected && shown !== undefined && (
                <RowDialog
                  title={t('row', { number: offset + shown + 1 })}
                  columns={shownColumns}
                  row={selected}
                  onClose={() => {
                    setShown(undefined)
                  }}
                />
              )}
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}
