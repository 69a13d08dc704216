import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { texts } from './texts.ts'
import { typeKey } from './type-key.ts'

interface PlannedObject {
  readonly type: string
  readonly name: string
}

interface PlanProps {
  readonly plan: readonly PlannedObject[]
  readonly skipped: readonly (PlannedObject & { readonly reason: string })[]
  readonly isAtomic: boolean
}

/** What would be made, and what would not. */
export const Plan = ({ plan, skipped, isAtomic }: PlanProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const counts = Map.groupBy(plan, ({ type }) => type)
  const columns: Column<PlannedObject>[] = [
    { key: 'type', label: t('type'), value: ({ type }) => type, cell: ({ type }) => t(typeKey(type)) },
    { key: 'name', label: t('name'), kind: 'name', value: ({ name }) => name },
  ]
  const reasons: Column<PlanProps['skipped'][number]>[] = [
    ...columns,
    { key: 'reason', label: t('reason'), value: ({ reason }) => reason },
  ]
  return (
    <>
      <Facts facts={[...counts].map(([type, objects]) => [t(typeKey(type)), format.number(objects.length)] as const)} />
      <ResultTable caption={t('plan')} columns={columns} rows={plan} name={['plan']} pageSize={25} />
      {skipped.length > 0 && (
        <>
          <h3>{t('skipped')}</h3>
          <ResultTable caption={t('skipped')} columns={reasons} rows={skipped} name={['skipped']} pageSize={25} />
        </>
      )}
      <MessageStrip design="Information" hideCloseButton>
        {isAtomic ? t('atomic') : t('notAtomic')}
      </MessageStrip>
    </>
  )
}
