import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import type { JobResult } from '../../api/jobs.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ChecksButton } from '../../parts/checks-button.tsx'
import type { Column } from '../../parts/column.ts'
import { KeyLink } from '../../parts/grid/key-link.tsx'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { CheckText } from './check-text.tsx'
import { texts } from './texts.ts'
import { writeCheckFile } from './write-check-file.ts'

type Result = JobResult<'/dataValidator'>
type RuleResult = Result['results'][number]
type Failure = NonNullable<Result['errors']>[number]

const TONES = { pass: 'good', warn: 'warn', fail: 'bad', error: 'bad' } as const
/** What is wrong comes first. */
const ORDER = ['error', 'fail', 'warn', 'pass'] as const

/** Whether the data is valid, which rules are broken, and by which rows. */
export const Report = ({ result }: { result: Result }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { valid, totalRows, validRows, invalidRows, totalErrors, totalWarnings, results, errors = [] } = result
  const broken = results.filter(({ status }) => status !== 'pass').length
  return (
    <>
      <Section title={t('result')}>
        <div role="status">
          <MessageStrip design={valid ? 'Positive' : 'Negative'} hideCloseButton>
            {valid ? t('valid', { count: results.length }) : t('invalid', { count: broken, total: results.length })}
          </MessageStrip>
        </div>
        <Facts
          facts={[
            [t('rows'), format.number(totalRows)],
            [t('validRows'), format.number(validRows)],
            [t('invalidRows'), format.number(invalidRows)],
            [t('errors'), format.number(totalErrors)],
            [t('warnings'), format.number(totalWarnings)],
          ]}
        />
        <Rules table={result.table} results={results} />
      </Section>
      {errors.length > 0 && (
        <Section title={t('failures')} intro={t('failures.intro')}>
          <Failures schema={result.schema} table={result.table} failures={errors} total={totalErrors + totalWarnings} />
        </Section>
      )}
    </>
  )
}

const Rules = ({ table, results }: { table: string; results: readonly RuleResult[] }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const columns: Column<RuleResult>[] = [
    {
      key: 'status',
      label: t('status'),
      value: ({ status }) => status,
      cell: ({ status }) => <Status tone={TONES[status]}>{t(`status.${status}`)}</Status>,
    },
    { key: 'column', label: t('column'), kind: 'name', value: nameOf, cell: (row) => nameOf(row) || '–' },
    { key: 'rule', label: t('rule'), value: ({ name }) => name, cell: (row) => <RuleText of={row} /> },
    {
      key: 'origin',
      label: t('origin'),
      value: ({ inferred }) => inferred,
      cell: ({ inferred }) => t(inferred ? 'origin.inferred' : 'origin.own'),
    },
    { key: 'checked', label: t('checked'), kind: 'number', value: ({ checked }) => checked },
    { key: 'failed', label: t('failed'), kind: 'number', value: ({ failed }) => failed },
    {
      key: 'failedPercent',
      label: t('share'),
      kind: 'percent',
      value: ({ failedPercent }) => failedPercent,
      cell: ({ failedPercent }) => (failedPercent === null ? '–' : format.percent(failedPercent)),
    },
  ]
  const rows = results.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  return (
    <>
      <ResultTable caption={t('rules')} columns={columns} rows={rows} name={[table, 'rules']} pageSize={25} />
      <div className="actions">
        <ChecksButton table={table} write={() => writeCheckFile(table, results)} />
      </div>
    </>
  )
}

const nameOf = ({ column, columns }: RuleResult): string => column ?? columns?.join(', ') ?? ''

const RuleText = ({ of: row }: { readonly of: RuleResult }) => {
  const t = useTexts(texts)
  return (
    <>
      <CheckText of={row} />
      {row.severity === 'warn' && <small className="muted"> {t('severity.warn')}</small>}
    </>
  )
}

interface FailuresProps {
  readonly schema: string
  readonly table: string
  readonly failures: readonly Failure[]
  readonly total: number
}

const Failures = ({ schema, table, failures, total }: FailuresProps) => {
  const t = useTexts(texts)
  const keys = [...new Set(failures.flatMap(({ key }) => Object.keys(key)))]
  const columns: Column<Failure>[] = [
    ...keys.map((name): Column<Failure> => ({
      key: name,
      label: name,
      hint: t('key'),
      kind: 'name',
      isRecord: true,
      value: ({ key }) => key[name],
      cell: ({ key }) => <KeyLink place={{ schema, table }} values={key} name={name} />,
    })),
    { key: 'column', label: t('column'), value: ({ column }) => column, cell: ({ column }) => column ?? '–' },
    { key: 'value', label: t('value'), isRecord: true, value: ({ value }) => value },
    { key: 'error', label: t('problem'), value: ({ error }) => error },
    { key: 'rule', label: t('rule'), value: ({ rule }) => rule },
  ]
  return (
    <ResultTable
      caption={t('failures')}
      columns={columns}
      rows={failures}
      name={[table, 'failures']}
      total={total}
      pageSize={25}
    />
  )
}
