import { Button } from '@ui5/webcomponents-react/Button'
import { Link } from '@ui5/webcomponents-react/Link'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useSchemas } from '../../api/catalog.ts'
import type { JobResult } from '../../api/jobs.ts'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { SchemaSelect } from '../../parts/schema-select.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { CheckText } from './check-text.tsx'
import { Scheduled } from './scheduled.tsx'
import { texts } from './texts.ts'
import { TONES } from './tones.ts'

type CheckedTable = JobResult<'/checks/run'>['tables'][number]

/** Whether all tables are as database and model say; what is not leads to the rules of its table. */
export const AllTables = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const schemas = useSchemas()
  const schema = options['schema'] || schemas.value?.schemas.find(({ isCurrent }) => isCurrent)?.name
  const checks = useJob('/checks/run', { cancelOnLeave: true, keptFor: schema })
  const { result } = checks
  const columns: Column<CheckedTable>[] = [
    {
      key: 'status',
      label: t('status'),
      value: ({ status }) => status,
      cell: ({ status }) => <Status tone={TONES[status]}>{t(`status.${status}`)}</Status>,
    },
    {
      key: 'table',
      label: t('table'),
      kind: 'name',
      value: ({ table }) => table,
      cell: ({ table }) => <Link href={hrefOf('validation', [], { schema, table })}>{table}</Link>,
    },
    { key: 'rows', label: t('rows'), kind: 'number', value: (row) => row.rows },
    { key: 'invalidRows', label: t('invalidRows'), kind: 'number', value: ({ invalidRows }) => invalidRows },
    { key: 'checks', label: t('rules'), kind: 'number', value: (row) => row.checks },
    {
      key: 'failed',
      label: t('violated'),
      value: ({ failed, reason }) => reason ?? failed.map(({ name }) => name).join(', '),
      cell: (row) => <Violated of={row} />,
    },
  ]
  return (
    <>
      <Section title={t('all')} intro={t('all.intro')}>
        {schemas.error && <ErrorStrip error={schemas.error} onRetry={schemas.reload} />}
        <SchemaSelect
          value={schema}
          onChange={(chosen) => {
            change({ schema: chosen })
          }}
        />
        <div className="actions">
          <Button
            design="Emphasized"
            disabled={schema === undefined || checks.isRunning}
            onClick={() => {
              if (schema !== undefined) checks.start({ schema, maxErrors: 0 })
            }}
          >
            {t('all.check')}
          </Button>
        </div>
        <JobState running={checks} />
      </Section>
      {result && (
        <Section title={t('result')}>
          <div role="status">
            <MessageStrip design={result.valid ? 'Positive' : 'Negative'} hideCloseButton>
              {result.valid
                ? t('all.valid', { count: result.tables.length, rules: result.checks })
                : t('all.invalid', { count: result.failedTables, total: result.tables.length })}
            </MessageStrip>
          </div>
          <ResultTable
            caption={t('tables')}
            columns={columns}
            rows={result.tables.toSorted((a, b) => Number(a.status === 'pass') - Number(b.status === 'pass'))}
            name={[result.schema, 'checks']}
            pageSize={25}
            rowKey={({ table }) => table}
          />
        </Section>
      )}
      <Scheduled schema={schema} />
    </>
  )
}

const columnsOf = ({ column, columns = column === null ? [] : [column] }: CheckedTable['failed'][number]): string =>
  columns.length === 0 ? '' : `${columns.join(', ')}: `

/** The checks of a table that do not pass, each in words and with how many rows. */
const Violated = ({ of: { failed, reason } }: { readonly of: CheckedTable }) => {
  const t = useTexts(texts)
  if (reason !== undefined) return reason
  if (failed.length === 0) return '–'
  return (
    <ul className="plain-list">
      {failed.map((check) => (
        <li key={check.at ?? check.name}>
          {columnsOf(check)}
          <CheckText of={check} />{' '}
          {check.failed > 0 && check.rule !== 'rowCount' && (
            <small className="muted">({t('rows.count', { count: check.failed })})</small>
          )}
          {check.at !== undefined && <small className="muted"> {check.at}</small>}
          {check.owner && <small className="muted"> {t('all.owner', { owner: check.owner })}</small>}
        </li>
      ))}
    </ul>
  )
}
