import { Icon } from '@ui5/webcomponents-react/Icon'
import type { TableColumn, TableStructure } from '../../api/table.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { Status } from '../../parts/status.tsx'
import { texts } from './structure-texts.ts'
import { TableLink } from './table-link.tsx'

/** The columns, with what each holds and refers to. */
export const Columns = ({ structure }: { structure: TableStructure }) => {
  const t = useTexts(texts)
  const { columns, references, schema, table } = structure
  const shown: Column<TableColumn>[] = [
    { key: 'position', label: '#', kind: 'number', value: ({ position }) => position },
    {
      key: 'name',
      label: t('column'),
      kind: 'name',
      value: ({ name }) => name,
      cell: ({ name, keyPosition }) => (
        <>
          {name} {keyPosition !== null && <Icon name="key" accessibleName={t('key')} showTooltip mode="Image" />}
        </>
      ),
    },
    { key: 'type', label: t('type'), value: ({ type }) => type },
    {
      key: 'nullable',
      label: 'NULL',
      value: ({ nullable }) => nullable,
      cell: ({ nullable }) => t(nullable ? 'nullable' : 'notNull'),
    },
    {
      key: 'defaultValue',
      label: t('default'),
      value: ({ defaultValue }) => defaultValue,
      cell: ({ defaultValue, isGenerated, identity }) => (
        <>
          {defaultValue !== null && <code>{defaultValue}</code>} {isGenerated && t('generated')}
          {identity !== null && t('identity')}
        </>
      ),
    },
    {
      key: 'references',
      label: t('outgoing'),
      value: ({ name }) => references.find(({ columns: of }) => of.includes(name))?.referencedTable,
      cell: ({ name }) => {
        const key = references.find(({ columns: of }) => of.includes(name))
        return key && <TableLink schema={key.referencedSchema} table={key.referencedTable} from={schema} />
      },
    },
    {
      key: 'isMasked',
      label: t('remarks'),
      value: ({ comment }) => comment,
      cell: ({ comment, isMasked }) => (
        <>
          {comment} {isMasked && <Status tone="none">{t('masked')}</Status>}
        </>
      ),
    },
  ]
  return (
    <ResultTable
      caption={t('columns')}
      columns={shown}
      rows={columns}
      name={[table, 'columns']}
      pageSize={200}
      isCounted={false}
      rowKey={({ name }) => name}
    />
  )
}
