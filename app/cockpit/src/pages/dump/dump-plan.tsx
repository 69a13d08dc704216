import type { JobResult } from '../../api/jobs.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Reasons } from './reasons.tsx'
import { texts } from './texts.ts'

/** What a dump would have. */
export const DumpPlan = ({ plan }: { readonly plan: JobResult<'/dump'> }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const columns: Column<string>[] = [{ key: 'table', label: t('table'), kind: 'name', value: (name) => name }]
  return (
    <Section title={t('plan')} intro={t('plan.intro')}>
      <Facts
        facts={[
          [t('tables'), format.number(plan.tables.length)],
          [t('statements'), format.number(plan.statements)],
          ...plan.cycles.map((cycle) => [t('cycles'), cycle.join(' → ')] as const),
        ]}
      />
      <ResultTable caption={t('order')} columns={columns} rows={plan.tables} name={['tables']} pageSize={25} />
      <Reasons title={t('notIncluded')} of={plan.notIncluded} />
    </Section>
  )
}
