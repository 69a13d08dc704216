import { useMemo, useState } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { recordColumns } from '../../parts/column.ts'
import { DownloadButtons } from '../../parts/download-buttons.tsx'
import { RecordGrid } from '../../parts/grid/record-grid.tsx'
import { Pager } from '../../parts/pager.tsx'
import { RowDialog } from '../../parts/row-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { gridRows } from './grid-rows.ts'
import { PlanTree } from './plan-tree.tsx'
import type { QueryAnswer } from './query-answer.ts'
import { texts } from './texts.ts'

const PAGE_ROWS = 100

/** The rows of a statement, or its plan. */
export const Result = ({ answer }: { answer: QueryAnswer }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const [offset, setOffset] = useState(0)
  const [shown, setShown] = useState<number>()
  const { columns, rows } = useMemo(() => gridRows(answer as Parameters<typeof gridRows>[0]), [answer])
  if (answer.plan)
    return (
      <Section title={t('plan')} intro={t('plan.text')}>
        <PlanTree steps={answer.plan} label={t('plan')} />
      </Section>
    )
  const told = { count: rows.length, duration: format.duration(answer.elapsedMs) }
  const fields = recordColumns(columns)
  const row = shown === undefined ? undefined : rows[shown]
  const goTo = (start: number) => () => {
    setOffset(start)
  }
  return (
    <Section title={t('result')}>
      <div className="result">
        <div className="table-bar">
          <span role="status" className="muted">
            {t(answer.truncated ? 'truncated' : 'rows', told)}
            {answer.cutValues > 0 && ` ${t('cut', { count: answer.cutValues })}`}
          </span>
          {rows.length > PAGE_ROWS && (
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
        <RecordGrid
          caption={t('result')}
          columns={columns}
          rows={rows.slice(offset, offset + PAGE_ROWS)}
          offset={offset}
          orders={[]}
          filtered={new Set()}
          onShow={(index) => {
            setShown(offset + index)
          }}
        />
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
    </Section>
  )
}
