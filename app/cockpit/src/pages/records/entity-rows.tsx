import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { type EntityDescription, readAllRows, readRows } from '../../api/data-service.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { fileName, saveText } from '../../parts/download.ts'
import { DownloadButtons } from '../../parts/download-buttons.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { RowDialog } from '../../parts/row-dialog.tsx'
import { numberedColumns } from '../../parts/row-number.tsx'
import { Section } from '../../parts/section.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useOptions } from '../../parts/use-options.ts'
import { writeCsv } from '../../parts/write-csv.ts'
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
  const [{ offset: start = '0' }, , step] = useOptions()
  const offset = Math.max(0, Math.floor(Number(start)) || 0)
  const setOffset = (next: number): void => {
    step({ offset: next > 0 ? String(next) : undefined })
  }
  const { run, isRunning, error } = useAction()
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
                <DownloadButtons
                  caption={name}
                  columns={columns}
                  rows={records}
                  name={[entity ?? 'data', 'rows']}
                  isCounted
                />
                {total > records.length && (
                  <Button
                    design="Transparent"
                    icon="download"
                    disabled={isRunning}
                    onClick={() => {
                      run(async () => {
                        const all = await readAllRows(entity, new AbortController().signal)
                        const csv = writeCsv(rowColumns(all, described, t('key')), toRecords(all))
                        saveText(csv, fileName([entity ?? 'data', 'all'], 'csv'), 'text/csv')
                      })
                    }}
                  >
                    {t('saveAll', { count: total })}
                  </Button>
                )}
              </div>
              {error && <ErrorStrip error={error} />}
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
