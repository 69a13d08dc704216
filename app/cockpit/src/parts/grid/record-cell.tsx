import { useTexts } from '../../i18n/use-texts.ts'
import { Value } from '../value.tsx'
import type { GridColumn, GridRow } from './grid-column.ts'
import { texts } from './texts.ts'

/** A value of a record, which may lead to the row that it names. */
export const RecordCell = ({ column, row }: { column: GridColumn; row: GridRow }) => {
  const t = useTexts(texts)
  const value = row[column.name]
  const link = column.link?.(row)
  const isDangling = column.missingTable !== undefined && value !== null && value !== undefined
  const shown = <Value value={value} kind={column.isBinary ? 'binary' : undefined} isRecord />
  if (isDangling) return <span title={t('missing', { table: column.missingTable ?? '' })}>{shown}</span>
  return link ? (
    <a href={link.href} title={t('follow', { table: link.table })}>
      {shown}
    </a>
  ) : (
    shown
  )
}
