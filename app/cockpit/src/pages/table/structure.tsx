import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Busy } from '../../parts/busy.tsx'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { SqlText } from '../../parts/sql-text.tsx'
import { Status } from '../../parts/status.tsx'
import type { TableProps } from './table-props.ts'
import { IndexAdvice } from './index-advice.tsx'
import { Columns } from './structure-columns.tsx'
import { Incoming, Outgoing } from './structure-keys.tsx'
import { texts } from './structure-texts.ts'

/** What the catalog tells: columns, keys in both directions, indexes, constraints, triggers, and how it is made. */
const Structure = ({ structure }: TableProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  if (!structure) return <Busy />
  const { schema, table, constraints, indexes, triggers, references, referencedBy, definition, valid } = structure
  const others = constraints.filter(({ kind }) => kind !== 'foreignKey')
  return (
    <>
      <Section title={t('columns')}>
        {valid === false && <Status tone="bad">{t('broken')}</Status>}
        <Columns structure={structure} />
      </Section>
      <div className="side-by-side">
        <Section title={t('outgoing')}>
          <Outgoing schema={schema} table={table} keys={references} />
        </Section>
        <Section title={t('incoming')}>
          <Incoming schema={schema} table={table} keys={referencedBy} />
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
          <IndexAdvice advice={structure.indexAdvice ?? []} />
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
