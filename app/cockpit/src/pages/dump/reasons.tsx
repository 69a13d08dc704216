import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { texts } from './texts.ts'

interface Reason {
  readonly type: string
  readonly name: string
  readonly reason: string
}

/** What does not come along, each with its reason. */
export const Reasons = ({ title, of }: { readonly title: string; readonly of: readonly Reason[] }) => {
  const t = useTexts(texts)
  if (of.length === 0) return null
  const columns: Column<Reason>[] = [
    { key: 'type', label: t('type'), kind: 'word', value: ({ type }) => type },
    { key: 'name', label: t('name'), kind: 'name', value: ({ name }) => name },
    { key: 'reason', label: t('reason'), value: ({ reason }) => reason },
  ]
  return (
    <>
      <h3>{title}</h3>
      <ResultTable caption={title} columns={columns} rows={of} name={['left-out']} pageSize={25} />
    </>
  )
}
