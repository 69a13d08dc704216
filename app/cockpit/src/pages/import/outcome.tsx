import { Link } from '@ui5/webcomponents-react/Link'
import type { JobResult } from '../../api/jobs.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Status } from '../../parts/status.tsx'
import { BadRows } from './bad-rows.tsx'
import { texts } from './texts.ts'

export type ImportResult = JobResult<'/import'>

interface Pair {
  readonly file: string | null
  readonly table: string | null
  readonly remark: 'ignored' | 'defaulted' | null
}

/** What has happened, or would happen: how many rows, which column went where, and which rows are bad. */
export const Outcome = ({ result, source }: { result: ImportResult; source: File | undefined }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { dryRun, rowsRead, rowsInserted, rowsRejected } = result
  const pairs: Pair[] = [
    ...result.columnMapping.map((pair) => ({ ...pair, remark: null })),
    ...result.ignoredFileColumns.map((file) => ({ file, table: null, remark: 'ignored' as const })),
    ...result.defaultedColumns.map((table) => ({ file: null, table, remark: 'defaulted' as const })),
  ]
  const columns: Column<Pair>[] = [
    { key: 'file', label: t('fileColumn'), kind: 'name', value: ({ file }) => file },
    { key: 'table', label: t('tableColumn'), kind: 'name', value: ({ table }) => table },
    {
      key: 'remark',
      label: '',
      value: ({ remark }) => remark,
      cell: ({ remark }) => remark && <Status tone={remark === 'ignored' ? 'hint' : 'none'}>{t(remark)}</Status>,
    },
  ]
  return (
    <div className="outcome" role="status">
      <h3>{dryRun ? t('checked') : t('imported')}</h3>
      <Facts
        facts={[
          [t('rowsRead'), format.number(rowsRead)],
          [t(dryRun ? 'wouldInsert' : 'rowsInserted'), format.number(rowsInserted)],
          [t(dryRun ? 'wouldReject' : 'rowsRejected'), format.number(rowsRejected)],
          [t('took'), format.duration(result.durationMs)],
        ]}
      />
      {rowsRejected === 0 && (
        <p className="good-news">
          <Status tone="good">{t('allGood')}</Status>
        </p>
      )}
      {rowsRejected > 0 && <BadRows result={result} source={source} />}
      <section>
        <h3>{t('mapping')}</h3>
        <ResultTable
          caption={t('mapping')}
          columns={columns}
          rows={pairs}
          name={[result.table, 'columns']}
          isCounted={false}
        />
      </section>
      {!dryRun && <Link href={hrefOf('table', [result.schema, result.table], { tab: 'rows' })}>{t('showRows')}</Link>}
    </div>
  )
}
