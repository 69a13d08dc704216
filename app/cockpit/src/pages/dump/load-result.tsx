import { Link } from '@ui5/webcomponents-react/Link'
import type { JobResult } from '../../api/jobs.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { Reasons } from './reasons.tsx'
import { texts } from './texts.ts'

type Result = JobResult<'/load'>

/** What has been loaded, or would be. */
export const LoadResult = ({ result }: { readonly result: Result }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { schema, engine, createdAt, tables, rows, verified, notIncluded, lost, dryRun, durationMs } = result
  const columns: Column<Result['tables'][number]>[] = [
    {
      key: 'table',
      label: t('table'),
      kind: 'name',
      value: ({ table }) => table,
      cell: ({ table }) => (dryRun ? table : <Link href={hrefOf('table', [schema, table])}>{table}</Link>),
    },
    { key: 'rows', label: t('total'), kind: 'number', value: (row) => row.rows },
    {
      key: 'created',
      label: t('action'),
      value: ({ created }) => created,
      cell: ({ created }) => t(created ? 'created' : 'filled'),
    },
  ]
  return (
    <Section title={t(dryRun ? 'tried' : 'loaded')} intro={dryRun ? t('tried.intro') : undefined}>
      <div className="stack" role="status">
        <Facts
          facts={[
            [t('from'), engine],
            [t('at'), format.time(createdAt)],
            [t('tables'), format.number(tables.length)],
            [t('total'), format.number(rows)],
            [t('took'), format.duration(durationMs)],
          ]}
        />
        <p className="good-news">
          <Status tone={verified ? 'good' : 'hint'}>{t(verified ? 'verified' : 'counted')}</Status>
        </p>
      </div>
      <ResultTable caption={t('tables')} columns={columns} rows={tables} name={[schema, 'tables']} pageSize={25} />
      <Reasons title={t('lost')} of={lost} />
      <Reasons title={t('notIncluded')} of={notIncluded} />
      {!dryRun && <Link href={hrefOf('tables', [schema])}>{t('toTables')}</Link>}
    </Section>
  )
}
