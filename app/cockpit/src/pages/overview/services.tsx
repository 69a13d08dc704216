import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusOf } from './status-of.tsx'
import { Support } from './support.tsx'
import { texts } from './texts.ts'

const ask = (signal: AbortSignal) => bodyOf(api.GET('/xsaServices', { signal }))
type Service = Awaited<ReturnType<typeof ask>>['services'][number]

export const Services = () => {
  const t = useTexts(texts)
  const services = useLoaded('services', ask)
  const columns: Column<Service>[] = [
    { key: 'name', label: t('service'), kind: 'name', value: ({ name }) => name },
    { key: 'kind', label: t('kind'), value: ({ kind }) => kind, cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'status',
      label: t('status'),
      value: ({ status }) => status,
      cell: ({ status }) => <StatusOf status={status} />,
    },
    { key: 'protocols', label: t('protocols'), value: ({ protocols }) => protocols.join(', ') },
    { key: 'path', label: t('path'), value: ({ path }) => path, cell: ({ path }) => path },
    { key: 'plan', label: t('plan'), isOptional: true, value: ({ label, plan }) => plan ?? label },
  ]
  return (
    <Section title={t('services')} intro={t('services.intro')}>
      <Loaded of={services}>
        {(answer) => (
          <Support answer={answer}>
            <ResultTable caption={t('services')} columns={columns} rows={answer.services} name={['services']} />
          </Support>
        )}
      </Loaded>
    </Section>
  )
}
