import { Link } from '@ui5/webcomponents-react/Link'
import { useTable } from '../../api/table.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { type Column, isNumericType } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { type ColumnFilter, isFindable, kindsOf, plainText, writeFilters } from '../../parts/grid/column-filter.ts'
import { ShareBar } from '../../parts/share-bar.tsx'
import { Value } from '../../parts/value.tsx'
import type { ProfiledColumn, ProfileResult } from './profile-result.ts'
import { texts } from './texts.ts'

type TopValue = ProfiledColumn['topValues'][number]

/** Values that are listed. */
export const LISTED_VALUES = 12

interface TopValuesProps {
  readonly column: ProfiledColumn
  readonly result: ProfileResult
  /** The condition that the rows meet among which was measured. */
  readonly where: string
}

/** The most frequent values: each with its share as a bar, and the way to its rows. */
export const TopValues = ({ column, result: { schema, table }, where }: TopValuesProps) => {
  const t = useTexts(texts)
  const structure = useTable(schema, table).value
  const kind = isNumericType(column.type) ? 'number' : 'text'
  const hrefTo = (value: unknown): string | undefined => {
    const text = plainText(value)
    if (!structure || column.masked || (value !== null && !isFindable(text, kindsOf(structure.columns)(column.name))))
      return undefined
    const filter: ColumnFilter =
      value === null
        ? { column: column.name, operator: 'null', values: [] }
        : { column: column.name, operator: 'is', values: [text] }
    return hrefOf('table', [schema, table], { tab: 'rows', where, filter: writeFilters([filter]) })
  }
  const columns: Column<TopValue>[] = [
    {
      key: 'value',
      label: t('value'),
      kind,
      isRecord: true,
      value: ({ value }) => value,
      cell: ({ value }) => {
        const href = hrefTo(value)
        const shown = <Value value={value} kind={kind} isRecord />
        return href === undefined ? shown : <Link href={href}>{shown}</Link>
      },
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
