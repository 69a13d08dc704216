import { Link } from '@ui5/webcomponents-react/Link'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import type { Candidate } from './question.ts'
import { texts } from './texts.ts'

/** Tables that have times and numbers, to choose one. */
export const Candidates = ({ tables }: { tables: readonly Candidate[] }) => {
  const t = useTexts(texts)
  const columns: Column<Candidate>[] = [
    {
      key: 'table',
      label: t('table'),
      kind: 'name',
      value: ({ table }) => table,
      cell: ({ schema, table }) => <Link href={hrefOf('timeseries', [], { schema, table })}>{table}</Link>,
    },
    { key: 'kind', label: t('kind'), value: ({ kind }) => kind, cell: ({ kind }) => t(`kind.${kind}`) },
    { key: 'timeColumns', label: t('times'), value: ({ timeColumns }) => timeColumns.join(', ') },
    { key: 'numericColumns', label: t('numbers'), value: ({ numericColumns }) => numericColumns.join(', ') },
  ]
  return <ResultTable caption={t('candidates')} columns={columns} rows={tables} name={['timeseries']} />
}
