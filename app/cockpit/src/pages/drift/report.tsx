import { Link } from '@ui5/webcomponents-react/Link'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import type { paths } from '../../../gen/api.d.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Facts } from '../../parts/facts.tsx'
import { useReason } from '../../parts/reasons.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { SqlText } from '../../parts/sql-text.tsx'
import { Status } from '../../parts/status.tsx'
import { texts } from './texts.ts'

type Result = paths['/modelDrift']['post']['responses'][200]['content']['application/json']
type Finding = Result['findings'][number]

const TONES = { dataAtRisk: 'bad', wrongAnswers: 'warn', harmless: 'info' } as const
const SEVERITIES = Object.keys(TONES) as readonly Finding['severity'][]

/** Whether the database is as the model says, what is not, and how the next deployment would change it. */
export const Report = ({ result }: { result: Result }) => {
  const t = useTexts(texts)
  const say = useReason()
  const format = useFormat()
  const {
    supported,
    reason,
    inSync,
    findings,
    counts,
    ignored,
    isRecorded,
    statements,
    refusal,
    artifacts,
    notCompared,
  } = result
  if (!supported)
    return (
      <p className="muted">
        <strong>{t('notSupported')}.</strong> {say(reason)}.
      </p>
    )
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const makes = findings.flatMap(({ statement }) => statement ?? [])
  return (
    <Section title={t('result', { schema: result.schema ?? '' })}>
      <div role="status">
        <MessageStrip design={inSync ? 'Positive' : 'Critical'} hideCloseButton>
          {inSync ? t('inSync') : t('differ', { count: total })}
        </MessageStrip>
      </div>
      <Facts
        facts={[
          ...SEVERITIES.map((each) => [t(`severity.${each}`), format.number(counts[each] ?? 0)] as const),
          [t('ignored'), format.number(ignored)],
          [t('recorded'), t(isRecorded ? 'recorded.yes' : 'recorded.no')],
        ]}
      />
      {refusal !== null && (
        <MessageStrip design="Negative" hideCloseButton>
          {t('refusal')} {refusal}
        </MessageStrip>
      )}
      {findings.length > 0 && <Findings result={result} total={total} />}
      {makes.length > 0 && <Statements title={t('makes')} statements={makes} />}
      {statements.length > 0 && <Statements title={t('statements')} statements={statements} />}
      {artifacts.length > 0 && (
        <details>
          <summary>{t('artifacts', { count: artifacts.length })}</summary>
          <ul>
            {artifacts.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>
                {t(`kind.${kind}`)} {name}
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>{t('notCompared')}</summary>
        <ul>
          {notCompared.map(({ kind, reason: why }) => (
            <li key={kind}>
              {kind}: {why}
            </li>
          ))}
        </ul>
      </details>
    </Section>
  )
}

const Statements = ({ title, statements }: { title: string; statements: readonly string[] }) => (
  <>
    <h3>{title}</h3>
    <SqlText sql={statements.map((sql) => `${sql.replace(/;\s*$/, '')};`).join('\n\n')} label={title} />
  </>
)

const Findings = ({ result: { schema, findings }, total }: { result: Result; total: number }) => {
  const t = useTexts(texts)
  const definition = (key: 'expected' | 'recorded' | 'actual'): Column<Finding> => ({
    key,
    label: t(key),
    isOptional: true,
    value: (row) => row[key],
    cell: (row) => row[key] ?? '–',
  })
  const columns: Column<Finding>[] = [
    {
      key: 'severity',
      label: t('severity'),
      value: ({ severity }) => SEVERITIES.indexOf(severity),
      cell: ({ severity }) => <Status tone={TONES[severity]}>{t(`severity.${severity}`)}</Status>,
    },
    {
      key: 'object',
      label: t('object'),
      kind: 'name',
      value: ({ table, name }) => [table, name].filter((part) => part !== null).join('.'),
      cell: (finding) => <ObjectLink schema={schema} finding={finding} />,
    },
    { key: 'kind', label: t('kind'), value: ({ kind }) => kind, cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'change',
      label: t('change'),
      value: ({ change, attribute }) => [change, attribute].filter(Boolean).join(': '),
      cell: ({ change, attribute }) => [t(`change.${change}`), attribute].filter(Boolean).join(': '),
    },
    definition('expected'),
    definition('recorded'),
    definition('actual'),
    {
      key: 'movedBy',
      label: t('movedBy'),
      isOptional: true,
      value: ({ movedBy }) => movedBy,
      cell: ({ movedBy }) => (movedBy === null ? '–' : t(`movedBy.${movedBy}`)),
    },
  ]
  return (
    <ResultTable
      caption={t('findings')}
      columns={columns}
      rows={findings}
      total={total}
      name={[schema ?? '', 'drift']}
    />
  )
}

/** The name of what differs, which leads to its table where there is one. */
const ObjectLink = ({ schema, finding }: { schema: string | null; finding: Finding }) => {
  const { change, kind, table, name } = finding
  const place = table ?? (kind === 'table' || kind === 'view' ? name : null)
  const text = [table, name].filter((part) => part !== null).join('.')
  const isThere = table !== null || change !== 'missing'
  if (schema === null || place === null || !isThere) return text
  return <Link href={hrefOf('table', [schema, place], { tab: 'structure' })}>{text}</Link>
}
