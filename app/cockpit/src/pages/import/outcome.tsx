import { Link } from '@ui5/webcomponents-react/Link'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Status } from '../../parts/status.tsx'
import { BadRows } from './bad-rows.tsx'
import type { ImportResult } from './import-result.ts'
import { texts } from './texts.ts'

interface Pair {
  readonly file: string | null
  readonly table: string | null
  readonly remark: 'ignored' | 'defaulted' | null
}

interface OutcomeProps {
  readonly result: ImportResult
  readonly source: File | undefined
  /** Told of the file with the rejected rows, when it is to be imported. */
  readonly onRejected: (file: string) => void
}

/** What has happened, or would happen: how many rows, which column went where, and which rows are bad. */
export const Outcome = ({ result, source, onRejected }: OutcomeProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { dryRun, rowsRead, rowsInserted, rowsUpdated, rowsIgnored, rowsRejected } = result
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
      label: t('remark'),
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
          ...(rowsUpdated > 0 ? [[t('rowsUpdated'), format.number(rowsUpdated)] as const] : []),
          ...(rowsIgnored > 0 ? [[t('rowsIgnored'), format.number(rowsIgnored)] as const] : []),
          [t(dryRun ? 'wouldReject' : 'rowsRejected'), format.number(rowsRejected)],
          [t('took'), format.duration(result.durationMs)],
        ]}
      />
      {rowsRejected === 0 && (
        <p className="good-news">
          <Status tone="good">{t('allGood')}</Status>{' '}
          {result.ignoredFileColumns.length > 0 && t('allGood.ignored', { count: result.ignoredFileColumns.length })}
        </p>
      )}
      {rowsRejected > 0 && <BadRows result={result} source={source} onRejected={onRejected} />}
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
