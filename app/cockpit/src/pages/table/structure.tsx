import { Icon } from '@ui5/webcomponents-react/Icon'
import { Link } from '@ui5/webcomponents-react/Link'
import type { IncomingKey, OutgoingKey, TableColumn, TableStructure } from '../../api/table.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Busy } from '../../parts/busy.tsx'
import type { Column } from '../../parts/column.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { SqlText } from '../../parts/sql-text.tsx'
import { Status } from '../../parts/status.tsx'
import type { TableProps } from './table-props.ts'
import { texts } from './texts.ts'

/** What the catalog tells: columns, keys in both directions, indexes, constraints, triggers, and how it is made. */
const Structure = ({ structure }: TableProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  if (!structure) return <Busy />
  const { table, constraints, indexes, triggers, references, referencedBy, definition, valid } = structure
  const others = constraints.filter(({ kind }) => kind !== 'foreignKey')
  return (
    <>
      <Section title={t('columns')}>
        {valid === false && <Status tone="bad">{t('broken')}</Status>}
        <Columns structure={structure} />
      </Section>
      <div className="side-by-side">
        <Section title={t('outgoing')}>
          <Outgoing table={table} keys={references} />
        </Section>
        <Section title={t('incoming')}>
          <Incoming table={table} keys={referencedBy} />
        </Section>
      </div>
      <div className="side-by-side">
        <Section title={t('indexes')}>
          <ResultTable
            caption={t('indexes')}
            columns={[
              { key: 'name', label: t('name'), kind: 'name', value: ({ name }) => name },
              { key: 'definition', label: t('definition'), value: (row) => row.definition },
            ]}
            rows={indexes}
            name={[table, 'indexes']}
            empty={t('indexes.none')}
            isCounted={false}
          />
        </Section>
        <Section title={t('constraints')}>
          <ResultTable
            caption={t('constraints')}
            columns={[
              { key: 'kind', label: t('kind'), value: ({ kind }) => kind, cell: ({ kind }) => t(`kind.${kind}`) },
              { key: 'name', label: t('name'), kind: 'name', isOptional: true, value: ({ name }) => name },
              { key: 'definition', label: t('definition'), value: (row) => row.definition },
            ]}
            rows={others}
            name={[table, 'constraints']}
            empty={t('constraints.none')}
            isCounted={false}
          />
        </Section>
      </div>
      {triggers.length > 0 && (
        <Section title={t('triggers')}>
          {triggers.map(({ name, definition: text }) => (
            <section key={name}>
              <h3>{name}</h3>
              {text === null ? <p className="muted">{t('definition.hidden')}</p> : <SqlText sql={text} label={name} />}
            </section>
          ))}
        </Section>
      )}
      <Section
        title={t('ddl')}
        intro={structure.isOwnDefinition || definition === null ? undefined : t('ddl.assembled')}
      >
        {definition === null ? (
          <p className="muted">{t('definition.hidden')}</p>
        ) : (
          <SqlText sql={definition} label={t('ddl')} />
        )}
        <Facts
          facts={[
            [t('rowCount'), structure.rowCount === null ? null : format.number(structure.rowCount)],
            [t('size'), structure.sizeBytes === null ? null : format.bytes(structure.sizeBytes)],
            [t('createdAt'), structure.createdAt === null ? null : format.time(structure.createdAt)],
          ]}
        />
      </Section>
    </>
  )
}

export default Structure

const Columns = ({ structure }: { structure: TableStructure }) => {
  const t = useTexts(texts)
  const { columns, references, table } = structure
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
        return key && <TableLink schema={key.referencedSchema} table={key.referencedTable} />
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
      rowKey={({ name }) => name}
    />
  )
}

const TableLink = ({ schema, table }: { schema: string; table: string }) => (
  <Link href={hrefOf('table', [schema, table], { tab: 'structure' })}>{table}</Link>
)

const Source = ({ source, isEnforced }: Pick<OutgoingKey, 'source' | 'isEnforced'>) => {
  const t = useTexts(texts)
  return (
    <Status tone={source === 'catalog' ? 'info' : 'none'}>
      {t(source === 'model' ? 'source.model' : isEnforced ? 'source.catalog' : 'source.notEnforced')}
    </Status>
  )
}

const Outgoing = ({ table, keys }: { table: string; keys: readonly OutgoingKey[] }) => {
  const t = useTexts(texts)
  const columns: Column<OutgoingKey>[] = [
    { key: 'columns', label: t('column'), kind: 'name', value: (key) => key.columns.join(', ') },
    {
      key: 'referencedTable',
      label: t('refersTo'),
      value: ({ referencedTable }) => referencedTable,
      cell: ({ referencedSchema, referencedTable, referencedColumns }) => (
        <>
          <TableLink schema={referencedSchema} table={referencedTable} />{' '}
          <span className="muted">({referencedColumns.join(', ')})</span>
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

const Incoming = ({ table, keys }: { table: string; keys: readonly IncomingKey[] }) => {
  const t = useTexts(texts)
  const columns: Column<IncomingKey>[] = [
    {
      key: 'table',
      label: t('from.table'),
      kind: 'name',
      value: (key) => key.table,
      cell: (key) => <TableLink schema={key.schema} table={key.table} />,
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
