import { Button } from '@ui5/webcomponents-react/Button'
import { Panel } from '@ui5/webcomponents-react/Panel'
import { Link } from '@ui5/webcomponents-react/Link'
import { useSchemas } from '../../api/catalog.ts'
import { api, bodyOf } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { LiveButton } from '../../parts/live-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { hrefOf } from '../../parts/route.ts'
import { useReason } from '../../parts/reasons.ts'
import { useAlertWords } from './german-alerts.ts'
import { References } from './references.tsx'
import { StatusOf } from './status-of.tsx'
import { texts } from './texts.ts'

const ask = (signal: AbortSignal) => bodyOf(api.GET('/alerts', { signal }))
type Answer = Awaited<ReturnType<typeof ask>>
type Alert = Answer['alerts'][number]
type Check = Answer['checks'][number]

const TONES = { critical: 'bad', high: 'bad', medium: 'warn', low: 'info', info: 'info' } as const
const RANKS = ['critical', 'high', 'medium', 'low', 'info'] as const

/** So long the server keeps what it has found: asking more often tells nothing new. */
const KEPT_S = 30

/** What the engine or our checks have found, and which checks were made. */
export const Alerts = () => {
  const t = useTexts(texts)
  const say = useReason()
  const sayAlert = useAlertWords()
  const format = useFormat()
  const mayReadRows = useRole('operator')
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
      cell: (alert) => alert.object !== null && <ObjectLink alert={alert} />,
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
    { key: 'reason', label: t('reason'), value: ({ reason }) => say(reason), cell: ({ reason }) => say(reason) },
  ]
  return (
    <Section
      title={t('alerts')}
      intro={alerts.value && t('alerts.checkedAt', { time: format.time(alerts.value.checkedAt) })}
      actions={
        <>
          <LiveButton of={alerts} seconds={KEPT_S} />
          <Button icon="refresh" design="Transparent" accessibleName={t('refresh')} onClick={alerts.reload} />
        </>
      }
    >
      <Loaded of={alerts}>
        {({ alerts: found, checks }) => (
          <>
            {found.length === 0 ? (
              <Calm checks={checks} />
            ) : (
              <ResultTable caption={t('alerts')} columns={columns} rows={found.map(sayAlert)} name={['alerts']} />
            )}
            {mayReadRows && <References />}
            <Panel collapsed headerText={t('alerts.checks', { count: checks.length })} noAnimation>
              <ResultTable caption={t('alerts')} columns={checkColumns} rows={checks} name={['checks']} />
            </Panel>
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Nothing was found; whether that is good depends on what was looked for. */
const Calm = ({ checks }: { checks: readonly Check[] }) => {
  const t = useTexts(texts)
  const made = checks.filter(({ status }) => status === 'ok').length
  const left = checks.length - made
  return (
    <p className="good-news">
      <Status tone={left === 0 ? 'good' : 'none'}>{t(left === 0 ? 'status.ok' : 'status.partly')}</Status>{' '}
      {t('alerts.none', { count: made })} {left > 0 && t('alerts.left', { count: left })}
    </p>
  )
}

/** An object that an alert is about, with the way to its table, or to the rows that are wrong there. */
const ObjectLink = ({ alert: { object, code, schema, table } }: { alert: Alert }) => {
  const mayReadRows = useRole('operator')
  const schemas = useSchemas().value?.schemas
  const place = schemas?.find(({ name, isCurrent }) => (schema === null ? isCurrent : name === schema))
  if (place?.isOpen && code.startsWith('MODEL_DRIFT'))
    return <Link href={hrefOf('drift', [], { schema: place.name })}>{object}</Link>
  if (table === null || !place?.isOpen) return object
  return (
    <Link
      href={
        mayReadRows && code === 'FOREIGN_KEY_VIOLATION'
          ? hrefOf('references', [], { schema: place.name, table, run: 'yes' })
          : hrefOf('table', [place.name, table], { tab: code === 'UNVALIDATED_CONSTRAINT' ? 'checks' : undefined })
      }
    >
      {object}
    </Link>
  )
}
