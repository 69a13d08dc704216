import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Support } from './support.tsx'
import { texts } from './texts.ts'

const ask = (signal: AbortSignal) => bodyOf(api.GET('/replicationStatus', { signal }))
type Answer = Awaited<ReturnType<typeof ask>>

export const Replication = () => {
  const t = useTexts(texts)
  const replication = useLoaded('replication', ask)
  return (
    <Section title={t('replication')} intro={replication.value && t(`role.${replication.value.role}`)}>
      <Loaded of={replication}>
        {(answer) => (
          <Support answer={answer}>
            {answer.configured ? <Partners answer={answer} /> : <p className="muted">{t('replication.none')}</p>}
          </Support>
        )}
      </Loaded>
    </Section>
  )
}

/** Systems, slots and subscriptions, each where there are any. */
const Partners = ({ answer: { replicas, slots, subscriptions } }: { answer: Answer }) => {
  const t = useTexts(texts)
  const replicaColumns: Column<Answer['replicas'][number]>[] = [
    { key: 'name', label: t('replica'), kind: 'name', value: ({ name }) => name },
    { key: 'mode', label: t('mode'), value: ({ mode }) => mode },
    { key: 'status', label: t('status'), value: ({ status }) => status },
    { key: 'syncState', label: t('syncState'), value: ({ syncState }) => syncState },
    { key: 'lagSeconds', label: t('lagSeconds'), kind: 'number', value: ({ lagSeconds }) => lagSeconds },
    { key: 'lagBytes', label: t('lagBytes'), kind: 'number', value: ({ lagBytes }) => lagBytes },
  ]
  const slotColumns: Column<Answer['slots'][number]>[] = [
    { key: 'name', label: t('slots'), kind: 'name', value: ({ name }) => name },
    { key: 'type', label: t('type'), value: ({ type }) => type },
    { key: 'active', label: t('active'), value: ({ active }) => active },
    { key: 'retainedBytes', label: t('retained'), kind: 'bytes', value: ({ retainedBytes }) => retainedBytes },
  ]
  const subscriptionColumns: Column<Answer['subscriptions'][number]>[] = [
    { key: 'name', label: t('subscriptions'), kind: 'name', value: ({ name }) => name },
    { key: 'enabled', label: t('enabled'), value: ({ enabled }) => enabled },
    { key: 'status', label: t('status'), value: ({ status }) => status },
    { key: 'lastContact', label: t('lastContact'), kind: 'time', value: ({ lastContact }) => lastContact },
  ]
  return (
    <>
      {replicas.length > 0 && (
        <ResultTable caption={t('replication')} columns={replicaColumns} rows={replicas} name={['replicas']} />
      )}
      {slots.length > 0 && <ResultTable caption={t('slots')} columns={slotColumns} rows={slots} name={['slots']} />}
      {subscriptions.length > 0 && (
        <ResultTable
          caption={t('subscriptions')}
          columns={subscriptionColumns}
          rows={subscriptions}
          name={['subscriptions']}
        />
      )}
    </>
  )
}
