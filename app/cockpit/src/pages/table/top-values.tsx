import { useTexts } from '../../i18n/use-texts.ts'
import { type Column, isNumericType } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { ShareBar } from '../../parts/share-bar.tsx'
import type { ProfiledColumn } from './profile-result.ts'
import { texts } from './texts.ts'

type TopValue = ProfiledColumn['topValues'][number]

/** Values that are listed. */
export const LISTED_VALUES = 12

/** The most frequent values: each with its share as a bar. */
export const TopValues = ({ column, table }: { column: ProfiledColumn; table: string }) => {
  const t = useTexts(texts)
  const columns: Column<TopValue>[] = [
    {
      key: 'value',
      label: t('value'),
      kind: isNumericType(column.type) ? 'number' : 'text',
      isRecord: true,
      value: ({ value }) => value,
    },
    {
      key: 'count',
      label: t('share'),
      value: ({ count }) => count,
      cell: ({ count, percent }) => <ShareBar percent={percent} count={count} />,
    },
    { key: 'percent', label: t('share'), isDownloadOnly: true, value: ({ percent }) => percent },
  ]
  return (
    <section>
      <h3>{t('topValues')}</h3>
      <ResultTable
        caption={t('topValues')}
        columns={columns}
        rows={column.topValues.slice(0, LISTED_VALUES)}
        name={[table, column.name, 'values']}
        empty={t('topValues.none')}
      />
    </section>
  )
}
