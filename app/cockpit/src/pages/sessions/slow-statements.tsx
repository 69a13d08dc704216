import type { SlowStatement } from '../../api/sessions.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { Statement } from './statement.tsx'
import { texts } from './texts.ts'

/** The statements that took longest, as the engine counts them. */
export const SlowStatements = ({ statements }: { statements: readonly SlowStatement[] }) => {
  const t = useTexts(texts)
  const columns: Column<SlowStatement>[] = [
    {
      key: 'statement',
      label: t('statement'),
      value: ({ statement }) => statement,
      cell: (row) => <Statement {...row} />,
    },
    { key: 'user', label: t('user'), kind: 'word', value: ({ user }) => user },
    { key: 'calls', label: t('calls'), kind: 'number', value: ({ calls }) => calls },
    { key: 'totalMs', label: t('totalMs'), kind: 'duration', value: ({ totalMs }) => totalMs },
    { key: 'maxMs', label: t('maxMs'), kind: 'duration', value: ({ maxMs }) => maxMs },
    { key: 'rows', label: t('rows'), kind: 'number', isOptional: true, value: ({ rows }) => rows },
    { key: 'startedAt', label: t('startedAt'), kind: 'time', isOptional: true, value: ({ startedAt }) => startedAt },
  ]
  return (
    <ResultTable
      caption={t('slow')}
      columns={columns}
      rows={statements}
      name={['slow-statements']}
      empty={t('slow.none')}
      pageSize={25}
    />
  )
}
