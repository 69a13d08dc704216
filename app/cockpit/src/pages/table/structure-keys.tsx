import type { IncomingKey, OutgoingKey } from '../../api/table.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { Status } from '../../parts/status.tsx'
import { texts } from './structure-texts.ts'
import { TableLink } from './table-link.tsx'

const Source = ({ source, isEnforced }: Pick<OutgoingKey, 'source' | 'isEnforced'>) => {
  const t = useTexts(texts)
  return (
    <Status tone={source === 'catalog' ? 'info' : 'none'}>
      {t(source === 'model' ? 'source.model' : isEnforced ? 'source.catalog' : 'source.notEnforced')}
    </Status>
  )
}

interface KeysProps<Key> {
  readonly schema: string
  readonly table: string
  readonly keys: readonly Key[]
}

/** Keys to other tables. */
export const Outgoing = ({ schema, table, keys }: KeysProps<OutgoingKey>) => {
  const t = useTexts(texts)
  const columns: Column<OutgoingKey>[] = [
    { key: 'columns', label: t('column'), kind: 'name', value: (key) => key.columns.join(', ') },
    {
      key: 'referencedTable',
      label: t('refersTo'),
      value: ({ referencedTable }) => referencedTable,
      cell: ({ referencedSchema, referencedTable, referencedColumns, isMissing }) => (
        <>
          {isMissing ? referencedTable : <TableLink schema={referencedSchema} table={referencedTable} from={schema} />}{' '}
          <span className="muted">({referencedColumns.join(', ')})</span>{' '}
          {isMissing && <Status tone="bad">{t('refersTo.missing')}</Status>}
        </>
      ),
    },
    { key: 'source', label: t('source'), value: ({ source }) => source, cell: (key) => <Source {...key} /> },
  ]
  return (
    <ResultTable
      caption={t('outgoing')}
      columns={columns}
      rows={keys}
      name={[table, 'keys']}
      empty={t('outgoing.none')}
      isCounted={false}
    />
  )
}

/** Keys of other tables to this one. */
export const Incoming = ({ schema, table, keys }: KeysProps<IncomingKey>) => {
  const t = useTexts(texts)
  const columns: Column<IncomingKey>[] = [
    {
      key: 'table',
      label: t('from.table'),
      kind: 'name',
      value: (key) => key.table,
      cell: (key) => <TableLink schema={key.schema} table={key.table} from={schema} />,
    },
    { key: 'columns', label: t('column'), value: (key) => key.columns.join(', ') },
    { key: 'source', label: t('source'), value: ({ source }) => source, cell: (key) => <Source {...key} /> },
  ]
  return (
    <ResultTable
      caption={t('incoming')}
      columns={columns}
      rows={keys}
      name={[table, 'referring']}
      empty={t('incoming.none')}
      isCounted={false}
    />
  )
}
