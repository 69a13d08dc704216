import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import type { JobResult } from '../../api/jobs.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Picture } from './picture.tsx'
import { namesOf } from './question.ts'
import { texts } from './texts.ts'

type Comparison = JobResult<'/compareData'>

/** Whether the tables are equal, how many rows are not, and in which columns. */
export const Verdict = ({ result }: { result: Comparison }) => {
  const t = useTexts(texts)
  const names = namesOf(result.table1, result.table2)
  return (
    <Section title={t('verdict')}>
      <div role="status">
        <MessageStrip design={result.identical ? 'Positive' : 'Critical'} hideCloseButton>
          {sentence(result, t)}
        </MessageStrip>
      </div>
      <Remarks result={result} names={names} />
      <div className="compare-verdict">
        <Picture result={result} names={names} />
        <ColumnDifferences result={result} />
      </div>
    </Section>
  )
}

type Translator = Translate<keyof (typeof texts)['en']>

const sentence = ({ identical, summary: { different, onlyInTable1, onlyInTable2 } }: Comparison, t: Translator) => {
  if (identical) return t('identical')
  const count = different + onlyInTable1 + onlyInTable2
  return count === 0 ? t('sameRows') : t('differ', { count })
}

/** What else one has to know to read the numbers right. */
const Remarks = ({ result, names }: { result: Comparison; names: readonly [string, string] }) => {
  const t = useTexts(texts)
  const { mode, keyColumns, columnsOnlyInTable1, columnsOnlyInTable2, typeDifferences, summary } = result
  const [table1, table2] = names
  const { duplicateKeys1, duplicateKeys2, nullKeys1, nullKeys2 } = summary
  const remarks = [
    mode === 'keyed' ? t('byKey', { columns: keyColumns.join(', ') }) : t('asWhole'),
    columnsOnlyInTable1.length > 0 && t('columnsOnly', { table: table1, columns: columnsOnlyInTable1.join(', ') }),
    columnsOnlyInTable2.length > 0 && t('columnsOnly', { table: table2, columns: columnsOnlyInTable2.join(', ') }),
    typeDifferences.length > 0 &&
      t('types', {
        columns: typeDifferences.map((each) => `${each.column} (${each.table1Type}, ${each.table2Type})`).join('; '),
      }),
    duplicateKeys1 + duplicateKeys2 > 0 && t('duplicateKeys', { first: duplicateKeys1, second: duplicateKeys2 }),
    nullKeys1 + nullKeys2 > 0 && t('nullKeys', { first: nullKeys1, second: nullKeys2 }),
  ].filter((remark) => remark !== false)
  return (
    <ul className="compare-remarks muted">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}

const ColumnDifferences = ({ result }: { result: Comparison }) => {
  const t = useTexts(texts)
  const { columnDifferences, table1, table2 } = result
  if (columnDifferences.length === 0) return null
  const most = Math.max(...columnDifferences.map(({ count }) => count))
  const columns: Column<Comparison['columnDifferences'][number]>[] = [
    { key: 'column', label: t('column'), kind: 'name', value: ({ column }) => column },
    { key: 'count', label: t('changedCells'), kind: 'number', value: ({ count }) => count },
    {
      key: 'share',
      label: t('share'),
      value: ({ count }) => count / most,
      cell: ({ count }) => (
        <div className="compare-share" aria-hidden="true">
          <div style={{ width: `${(100 * count) / most}%` }} />
        </div>
      ),
    },
  ]
  return (
    <div>
      <h3>{t('byColumn')}</h3>
      <ResultTable
        caption={t('byColumn')}
        columns={columns}
        rows={columnDifferences}
        name={[table1.table, table2.table, 'columns']}
      />
    </div>
  )
}
