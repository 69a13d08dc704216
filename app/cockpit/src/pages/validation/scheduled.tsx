import { Link } from '@ui5/webcomponents-react/Link'
import type { paths } from '../../../gen/api.d.ts'
import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { CheckText } from './check-text.tsx'
import { texts } from './texts.ts'
import { TONES } from './tones.ts'

type History = paths['/checks/history']['get']['responses'][200]['content']['application/json']
type ScheduledCheck = History['checks'][number]

/** What checks that are run by themselves have found; nothing where there are none. */
export const Scheduled = ({ schema }: { readonly schema: string | undefined }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const history = useLoaded('checks/history', (signal) => bodyOf(api.GET('/checks/history', { signal })))
  const { checks = [], refused = [] } = history.value ?? {}
  if (history.error) return <ErrorStrip error={history.error} onRetry={history.reload} />
  if (checks.length + refused.length === 0) return null
  const textOf = ({ id, name, table }: ScheduledCheck): string =>
    table === null ? t('scheduled.model') : (name ?? id.slice(id.indexOf('/') + 1))
  const columns: Column<ScheduledCheck>[] = [
    {
      key: 'status',
      label: t('status'),
      value: ({ status }) => status,
      cell: ({ status }) => (status === null ? '–' : <Status tone={TONES[status]}>{t(`status.${status}`)}</Status>),
    },
    {
      key: 'check',
      label: t('scheduled.check'),
      value: textOf,
      cell: (check) => (
        <>
          <CheckText of={{ name: textOf(check), ...(check.reason !== null && { reason: check.reason }) }} />
          {check.at !== null && <small className="muted"> {check.at}</small>}
        </>
      ),
    },
    {
      key: 'table',
      label: t('table'),
      kind: 'name',
      value: ({ table }) => table,
      cell: ({ table, schema: own }) =>
        table === null ? '–' : <Link href={hrefOf('validation', [], { schema: own ?? schema, table })}>{table}</Link>,
    },
    { key: 'owner', label: t('scheduled.owner'), value: ({ owner }) => owner },
    {
      key: 'failed',
      label: t('invalidRows'),
      kind: 'number',
      value: ({ results }) => results.at(-1)?.failed ?? null,
    },
    {
      key: 'checkedAt',
      label: t('scheduled.last'),
      value: ({ results }) => results.at(-1)?.checkedAt ?? null,
      cell: ({ results }) => {
        const { checkedAt = null } = results.at(-1) ?? {}
        return checkedAt === null ? '–' : format.time(checkedAt)
      },
    },
    {
      key: 'trend',
      label: t('scheduled.trend'),
      value: ({ results }) => results.map(({ status }) => status).join(' '),
      cell: ({ results }) => <Trend of={results} />,
    },
  ]
  return (
    <Section title={t('scheduled')} intro={t('scheduled.intro')}>
      {refused.map((details) => (
        <p key={details} role="alert">
          {details}
        </p>
      ))}
      <ResultTable
        caption={t('scheduled')}
        columns={columns}
        rows={checks.toSorted((a, b) => Number(a.status === 'pass') - Number(b.status === 'pass'))}
        name={['scheduled', 'checks']}
        pageSize={25}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}

/** A bar for each result: as high as the share of rows that fail; one that passes is low. */
const Trend = ({ of: results }: { readonly of: ScheduledCheck['results'] }) => {
  const t = useTexts(texts)
  const passed = results.filter(({ status }) => status === 'pass').length
  return (
    <span className="trend" role="img" aria-label={t('scheduled.passed', { count: passed, total: results.length })}>
      {results.map(({ slot, status, checked, failed }) => (
        <span key={slot} data-tone={TONES[status]} style={{ height: heightOf(status, checked, failed) }} />
      ))}
    </span>
  )
}

const heightOf = (status: keyof typeof TONES, checked: number | null, failed: number | null): string => {
  if (status === 'pass') return '15%'
  const share = checked === null || failed === null || checked === 0 ? 1 : Math.min(1, failed / checked)
  return `${String(30 + 70 * share)}%`
}
