import type { TableColumn } from '../../api/table.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { recordColumns } from '../../parts/column.ts'
import { DownloadButtons } from '../../parts/download-buttons.tsx'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { texts } from './texts.ts'
import { mayBeCut } from './value-limit.ts'

interface SavePageProps {
  readonly table: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly GridRow[]
  /** Asks for the same rows, with values that are whole. */
  readonly whole: () => Promise<readonly GridRow[]>
}

/** Saves the rows in sight, and says that it is these. */
export const SavePage = ({ table, columns, rows, whole }: SavePageProps) => {
  const t = useTexts(texts)
  return (
    <DownloadButtons
      caption={t('thesePage', { count: rows.length })}
      columns={recordColumns(columns)}
      rows={rows}
      whole={rows.some((row) => Object.values(row).some(mayBeCut)) ? whole : undefined}
      name={[table, 'rows']}
      isCounted
    />
  )
}
