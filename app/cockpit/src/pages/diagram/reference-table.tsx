import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import type { ChosenReference } from './choose-tables.ts'
import { texts } from './texts.ts'

interface ReferenceTableProps {
  /** Its tables are told without it. */
  readonly schema: string
  readonly references: readonly ChosenReference[]
}

const lineOf = ({ source }: ChosenReference) => (source === 'catalog' ? 'foreign-key' : 'association')

/** What the lines of the picture say, as a table. */
export const ReferenceTable = ({ schema, references }: ReferenceTableProps) => {
  const t = useTexts(texts)
  const columns: Column<ChosenReference>[] = [
    {
      key: 'table',
      label: t('from'),
      kind: 'name',
      value: ({ schema: own, table }) => (own === schema ? table : `${own}.${table}`),
    },
    { key: 'columns', label: t('fromColumns'), value: (each) => each.columns.join(', ') },
    {
      key: 'referencedTable',
      label: t('to'),
      kind: 'name',
      value: ({ referencedSchema, referencedTable }) =>
        referencedSchema === schema ? referencedTable : `${referencedSchema}.${referencedTable}`,
    },
    { key: 'referencedColumns', label: t('toColumns'), value: (each) => each.referencedColumns.join(', ') },
    { key: 'source', label: t('kind'), value: lineOf, cell: (each) => t(`line.${lineOf(each)}`) },
  ]
  return (
    <ResultTable
      caption={t('references')}
      columns={columns}
      rows={references}
      name={[schema, 'references']}
      pageSize={25}
      empty={t('noReferences')}
    />
  )
}
