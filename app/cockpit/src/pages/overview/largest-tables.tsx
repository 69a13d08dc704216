import { Link } from '@ui5/webcomponents-react/Link'
import type { ListedObject, ListedObjects } from '../../api/catalog.ts'
import { useRole } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { ShareBar } from '../../parts/share-bar.tsx'
import { type Largest, largestTables } from './largest.ts'
import { texts } from './texts.ts'

/** Where the room of a schema has gone. */
export const LargestTables = ({ found: { objects, isCut } }: { found: ListedObjects }) => {
  const t = useTexts(texts)
  const mayReadRows = useRole('operator')
  const { by, tables, total } = largestTables(objects)
  const columns: Column<Largest>[] = [
    {
      key: 'name',
      label: t('table'),
      kind: 'name',
      value: ({ name }) => name,
      cell: ({ schema, name }) => (mayReadRows ? <Link href={hrefOf('table', [schema, name])}>{name}</Link> : name),
    },
    { key: 'rowCount', label: t('rows'), kind: 'number', value: ({ rowCount }: ListedObject) => rowCount },
    { key: 'sizeBytes', label: t('size'), kind: 'bytes', isOptional: true, value: ({ sizeBytes }) => sizeBytes },
    {
      key: 'percent',
      label: t(by === 'sizeBytes' ? 'share.size' : 'share.rows'),
      kind: 'percent',
      value: ({ percent }) => percent,
      cell: ({ percent }) => <ShareBar percent={percent} />,
    },
  ]
  return (
    <>
      {isCut && <p className="muted">{t('largest.cut')}</p>}
      <ResultTable
        caption={t('largest')}
        columns={columns}
        rows={tables}
        total={total}
        name={['largest-tables']}
        empty={t('largest.none')}
        rowKey={({ name }) => name}
      />
    </>
  )
}
