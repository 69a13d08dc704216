import { Button } from '@ui5/webcomponents-react/Button'
import { Panel } from '@ui5/webcomponents-react/Panel'
import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { StatusOf } from './status-of.tsx'
import { texts } from './texts.ts'

const ask = (signal: AbortSignal) => bodyOf(api.GET('/alerts', { signal }))
type Answer = Awaited<ReturnType<typeof ask>>
type Alert = Answer['alerts'][number]
type Check = Answer['checks'][number]

const TONES = { critical: 'bad', high: 'bad', medium: 'warn', low: 'info', info: 'info' } as const
const RANKS = ['critical', 'high', 'medium', 'low', 'info'] as const

/** What the engine or our checks have found, and which checks were made. */
export const Alerts = () => {
  const t = useTexts(texts)
  const format = useFormat()
  const alerts = useLoaded('alerts', ask)
  const columns: Column<Alert>[] = [
    {
      key: 'severity',
      label: t('severity'),
      value: ({ severity }) => RANKS.indexOf(severity),
      cell: ({ severity }) => <Status tone={TONES[severity]}>{t(`severity.${severity}`)}</Status>,
    },
    { key: 'name', label: t('alert'), kind: 'name', value: ({ name }) => name },
    {
      key: 'object',
      label: t('object'),
      isOptional: true,
      value: ({ object }) => object,
      cell: ({ object }) => object,
    },
    { key: 'description', label: t('description'), value: ({ description }) => description },
    { key: 'userAction', label: t('userAction'), value: (row) => row.userAction, cell: (row) => row.userAction },
    { key: 'source', label: t('source'), value: ({ source }) => source, cell: ({ source }) => t(`source.${source}`) },
  ]
  const checkColumns: Column<Check>[] = [
    { key: 'id', label: t('check'), kind: 'name', value: ({ id }) => id },
    {
      key: 'status',
      label: t('status'),
      value: ({ status }) => status,
      cell: ({ status }) => <StatusOf status={status} />,
    },
    { key: 'reason', label: t('reason'), value: ({ reason }) => reason, cell: ({ reason }) => reason },
  ]
  return (
    <Section
      title={t('alerts')}
      intro={alerts.value && t('alerts.checkedAt', { time: format.time(alerts.value.checkedAt) })}
      actions={<Button icon="refresh" design="Transparent" accessibleName={t('refresh')} onClick={alerts.reload} />}
    >
      <Loaded of={alerts}>
        {({ alerts: found, checks }) => (
          <>
            {found.length === 0 ? (
              <p className="good-news">
                <Status tone="good">{t('status.ok')}</Status>{' '}
                {t('alerts.none', { count: checks.filter(({ status }) => status === 'ok').length })}
              </p>
            ) : (
              <ResultTable caption={t('alerts')} columns={columns} rows={found} name={['alerts']} />
            )}
            <Panel collapsed headerText={t('alerts.checks', { count: checks.length })} noAnimation>
              <ResultTable caption={t('alerts')} columns={checkColumns} rows={checks} name={['checks']} />
            </Panel>
          </>
        )}
      </Loaded>
    </Section>
  )
}
