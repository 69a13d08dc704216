import { useState } from 'react'
import { readRows } from '../../api/data-service.ts'
import type { EntityDescription } from '../../api/data-service.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { DownloadButtons } from '../../parts/download-buttons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { RowDialog } from '../../parts/row-dialog.tsx'
import { numberedColumns } from '../../parts/row-number.tsx'
import { Section } from '../../parts/section.tsx'
import { rowColumns, toRecords } from './generic-rows.ts'
import { texts } from './texts.ts'

const PAGE_ROWS = 50

interface RecordsProps {
  /** Undefined for what is stored in the service itself. */
  readonly entity: string | undefined
  readonly columns: EntityDescription['columns']
}

/** Rows as generic records, a page at a time. */
export const Records = ({ entity, columns: described }: RecordsProps) => {
  const t = useTexts(texts)
  const [offset, setOffset] = useState(0)
  const [shown, setShown] = useState<number>()
  const name = entity ?? t('stored')
  const page = useLoaded(JSON.stringify([entity, offset]), (signal) =>
    readRows(entity, { top: PAGE_ROWS, skip: offset }, signal),
  )
  return (
    <Section title={entity === undefined ? name : t('rows', { entity: name })}>
      <Loaded of={page}>
        {({ rows, total }) => {
          if (total === 0) return <p className="muted nothing">{t(entity === undefined ? 'none.stored' : 'none')}</p>
          const records = toRecords(rows)
          const columns = rowColumns(rows, described, t('key'))
          const selected = shown === undefined ? undefined : records[shown]
          return (
            <div className="result">
              <div className="table-bar">
                <span className="muted">{t('total', { count: total })}</span>
                <DownloadButtons caption={name} columns={columns} rows={records} name={[entity ?? 'data', 'rows']} />
              </div>
              <DataTable
                caption={name}
                columns={numberedColumns(columns, records, offset, setShown, t('number'))}
                rows={records}
              />
              <Pager
                from={offset + 1}
                to={offset + rows.length}
                total={total}
                onBack={
                  offset > 0
                    ? () => {
                        setOffset(Math.max(0, offset - PAGE_ROWS))
                      }
                    : undefined
                }
                onNext={
                  offset + rows.length < total
                    ? () => {
                        setOffset(offset + PAGE_ROWS)
                      }
                    : undefined
                }
              />
              {selected && shown !== undefined && (
                <RowDialog
                  title={t('row', { number: offset + shown + 1 })}
                  columns={columns}
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
