import { memo, useMemo, useState } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { recordColumns } from '../../parts/column.ts'
import type { Order } from '../../parts/data-table.tsx'
import { DownloadButtons } from '../../parts/download-buttons.tsx'
import { RecordGrid } from '../../parts/grid/record-grid.tsx'
import { Pager } from '../../parts/pager.tsx'
import { RowDialog } from '../../parts/row-dialog.tsx'
import { Segments } from '../../parts/segments.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { chartColumns } from './chart-columns.ts'
import { gridRows } from './grid-rows.ts'
import { findRows, orderRows } from './order-rows.ts'
import { isMeasured } from './plan-shares.ts'
import { PlanTree } from './plan-tree.tsx'
import type { QueryAnswer } from './query-answer.ts'
import { ResultChart } from './result-chart.tsx'
import { texts } from './texts.ts'

const PAGE_ROWS = 100

/** The rows of a statement, or its plan. Typing the next one leaves it alone. */
export const Result = memo(({ answer }: { readonly answer: QueryAnswer }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const [offset, setOffset] = useState(0)
  const [shown, setShown] = useState<number>()
  const [orders, setOrders] = useState<readonly Order[]>([])
  const [text, setText] = useState('')
  const [view, setView] = useState<'table' | 'chart'>('table')
  const { columns, rows: all } = useMemo(() => gridRows(answer as Parameters<typeof gridRows>[0]), [answer])
  const charted = useMemo(() => chartColumns(columns, all), [columns, all])
  const rows = useMemo(() => orderRows(findRows(all, text), orders), [all, text, orders])
  if (answer.plan)
    return (
      <section>
        <h3>{t('plan')}</h3>
        <p className="muted">{t(isMeasured(answer.plan) ? 'plan.measured' : 'plan.text')}</p>
        <PlanTree steps={answer.plan} label={t('plan')} />
      </section>
    )
  const told = { count: all.length, duration: format.duration(answer.elapsedMs) }
  const fields = recordColumns(columns)
  const row = shown === undefined ? undefined : rows[shown]
  const goTo = (start: number) => () => {
    setOffset(start)
  }
  return (
    <section>
      <h3>{t('result')}</h3>
      <div className="result">
        <div className="table-bar">
          <span role="status" className="muted">
            {t(answer.truncated ? 'truncated' : 'rows', told)}
            {text !== '' && ` · ${t('found', { count: rows.length })}`}
            {answer.cutValues > 0 && ` ${t('cut', { count: answer.cutValues })}`}
            {answer.truncated && orders.length > 0 && ` ${t('order.cut')}`}
          </span>
          {all.length > 0 && (
            <TextField
              label={t('find')}
              placeholder={t('find')}
              isBare
              value={text}
              onChange={(next) => {
                setText(next)
                setOffset(0)
              }}
            />
          )}
          {charted && (
            <Segments
              label={t('view')}
              choices={[
                ['table', t('view.table')],
                ['chart', t('view.chart')],
              ]}
              value={view}
              onChange={setView}
            />
          )}
          {view === 'table' && rows.length > PAGE_ROWS && (
            <Pager
              from={offset + 1}
              to={Math.min(offset + PAGE_ROWS, rows.length)}
              total={rows.length}
              onBack={offset > 0 ? goTo(offset - PAGE_ROWS) : undefined}
              onNext={offset + PAGE_ROWS < rows.length ? goTo(offset + PAGE_ROWS) : undefined}
            />
          )}
          <DownloadButtons
            caption={t('result')}
            columns={fields}
            rows={rows}
            name={['query']}
            isCounted
            choosesEscape
          />
        </div>
        {rows.length === 0 && <p className="muted nothing">{t('none')}</p>}
        {view === 'chart' && charted ? (
          <ResultChart columns={charted} rows={rows} />
        ) : (
          <RecordGrid
            caption={t('result')}
            columns={columns}
            rows={rows.slice(offset, offset + PAGE_ROWS)}
            offset={offset}
            orders={orders}
            onOrders={(next) => {
              setOrders(next)
              setOffset(0)
            }}
            filtered={new Set()}
            onShow={(index) => {
              setShown(offset + index)
            }}
          />
        )}
      </div>
      {row && (
        <RowDialog
          title={t('row', { number: (shown ?? 0) + 1 })}
          columns={fields}
          row={row}
          onClose={() => {
            setShown(undefined)
          }}
        />
      )}
    </section>
  )
})
