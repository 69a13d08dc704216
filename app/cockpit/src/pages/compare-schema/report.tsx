import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import type { paths } from '../../../gen/api.d.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { type Difference, listDifferences } from './differences.ts'
import { texts } from './texts.ts'

type Result = paths['/compareSchema']['post']['responses'][200]['content']['application/json']

const TONES = { missing: 'bad', extra: 'info', changed: 'warn' } as const

/** Whether the schemas are alike, and what differs object by object. */
export const Report = ({ result }: { result: Result }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { schema1, schema2, identical, summary, notCompared, renameCandidates } = result
  const differences = listDifferences(result)
  const count = (name: string) => format.number(summary[name] ?? 0)
  return (
    <Section title={t('result', { schema1, schema2 })}>
      <div role="status">
        <MessageStrip design={identical ? 'Positive' : 'Critical'} hideCloseButton>
          {identical ? t('identical') : t('differ', { count: differences.length })}
        </MessageStrip>
      </div>
      <Facts
        facts={[
          [t('matching'), count('tableMatches')],
          [t('different'), count('tableDifferences')],
          [t('onlyIn', { schema: schema1 }), count('onlyInSchema1')],
          [t('onlyIn', { schema: schema2 }), count('onlyInSchema2')],
          [t('views'), count('viewDifferences')],
          [t('indexes'), count('indexDifferences')],
          [t('constraints'), count('constraintDifferences')],
          [t('triggers'), count('triggerDifferences')],
        ]}
      />
      {differences.length > 0 && <Differences result={result} differences={differences} />}
      {renameCandidates.map(({ kind, table, name1, name2 }) => (
        <p key={`${kind} ${name1}`} className="muted">
          {t('renamed', { name1: table ? `${table}.${name1}` : name1, name2 })}
        </p>
      ))}
      {notCompared.length > 0 && (
        <details>
          <summary>{t('notCompared')}</summary>
          <ul>
            {notCompared.map(({ kind, reason }) => (
              <li key={kind}>
                {kind}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

const Differences = ({ result, differences }: { result: Result; differences: readonly Difference[] }) => {
  const t = useTexts(texts)
  const { schema1, schema2 } = result
  const value = (key: 'value1' | 'value2', label: string): Column<Difference> => ({
    key,
    label,
    value: (row) => row[key],
    cell: (row) => row[key] ?? '–',
  })
  const columns: Column<Difference>[] = [
    { key: 'object', label: t('object'), kind: 'name', value: ({ object }) => object },
    { key: 'kind', label: t('kind'), value: ({ kind }) => kind, cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'part',
      label: t('part'),
      value: ({ part, attribute }) => [part, attribute].filter(Boolean).join(': '),
      cell: ({ part, attribute }) => [part, attribute].filter(Boolean).join(': ') || '–',
    },
    {
      key: 'change',
      label: t('change'),
      value: ({ change }) => change,
      cell: ({ change }) => (
        <Status tone={TONES[change]}>
          {change === 'changed' ? t('changed') : t('onlyIn', { schema: change === 'missing' ? schema1 : schema2 })}
        </Status>
      ),
    },
    value('value1', schema1),
    value('value2', schema2),
  ]
  return (
    <ResultTable caption={t('differences')} columns={columns} rows={differences} name={[schema1, schema2, 'schema']} />
  )
}
