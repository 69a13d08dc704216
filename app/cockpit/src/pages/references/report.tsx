import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { Link } from '@ui5/webcomponents-react/Link'
import type { JobResult } from '../../api/jobs.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { plainText } from '../../parts/grid/column-filter.ts'
import { keyHref } from '../../parts/grid/key-href.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { texts } from './texts.ts'

type Result = JobResult<'/referentialCheck'>
type Reference = Result['violations'][number]

const TONES = { OK: 'good', VIOLATED: 'bad', ERROR: 'warn' } as const

interface Orphan {
  readonly reference: Reference
  readonly values: Readonly<Record<string, unknown>>
  readonly count: number
}

/** How many references there are, which of them lead nowhere, and by which values. */
export const Report = ({ result }: { result: Result }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { violatedConstraints, failedConstraints, totalForeignKeys, totalOrphanedRecords, violations } = result
  const orphans = violations.flatMap((reference) =>
    (reference.orphanedRecords ?? []).map(({ values, count }): Orphan => ({ reference, values, count })),
  )
  const isSound = violatedConstraints === 0 && failedConstraints === 0
  return (
    <>
      {orphans.length > 0 && (
        <Section title={t('orphans')} intro={t('orphans.intro')}>
          <Orphans orphans={orphans} name={result.schema} isCut={result.truncated} />
        </Section>
      )}
      <Section title={t('references')}>
        <div role="status">
          <MessageStrip design={isSound ? 'Positive' : 'Negative'} hideCloseButton>
            {totalForeignKeys === 0
              ? t('noReferences')
              : isSound
                ? t('sound', { count: totalForeignKeys })
                : t('broken', { count: totalOrphanedRecords, references: violatedConstraints })}
          </MessageStrip>
        </div>
        <Facts
          facts={[
            [t('total'), format.number(totalForeignKeys)],
            [t('valid'), format.number(result.validConstraints)],
            [t('violated'), format.number(violatedConstraints)],
            [t('failed'), failedConstraints > 0 ? format.number(failedConstraints) : undefined],
          ]}
        />
        <References references={result.details ?? violations} name={result.schema} />
      </Section>
    </>
  )
}

const Orphans = ({ orphans, name, isCut }: { orphans: readonly Orphan[]; name: string; isCut: boolean }) => {
  const t = useTexts(texts)
  const columns: Column<Orphan>[] = [
    { key: 'table', label: t('in'), kind: 'name', value: ({ reference }) => reference.table },
    {
      key: 'value',
      label: t('value'),
      value: ({ values }) => values,
      cell: ({ reference, values }) => {
        const place = { schema: name, table: reference.table, columns: Object.keys(values) }
        const text = Object.entries(values)
          .map(([column, value]) => `${column} = ${plainText(value)}`)
          .join(', ')
        const href = keyHref(place, Object.values(values))
        return href === undefined ? text : <Link href={href}>{text}</Link>
      },
    },
    { key: 'count', label: t('rows'), kind: 'number', value: ({ count }) => count },
    {
      key: 'references',
      label: t('missingIn'),
      value: ({ reference }) => reference.referencesTable,
    },
    { key: 'constraint', label: t('reference'), value: ({ reference }) => reference.constraintName },
  ]
  return (
    <>
      <ResultTable caption={t('orphans')} columns={columns} rows={orphans} name={[name, 'orphans']} pageSize={25} />
      {isCut && <p className="muted">{t('cut')}</p>}
    </>
  )
}

const References = ({ references, name }: { references: readonly Reference[]; name: string }) => {
  const t = useTexts(texts)
  const columns: Column<Reference>[] = [
    {
      key: 'status',
      label: t('status'),
      value: ({ status }) => status,
      cell: ({ status, reason }) => (
        <>
          <Status tone={TONES[status]}>{t(`status.${status}`)}</Status>
          {reason && <div className="muted">{reason}</div>}
        </>
      ),
    },
    {
      key: 'from',
      label: t('from'),
      kind: 'name',
      value: ({ table, columns: names }) => `${table} (${names.join(', ')})`,
    },
    {
      key: 'to',
      label: t('to'),
      value: ({ referencesTable, referencedColumns }) => `${referencesTable} (${referencedColumns.join(', ')})`,
    },
    { key: 'orphanedRows', label: t('orphanedRows'), kind: 'number', value: ({ orphanedRows }) => orphanedRows },
    {
      key: 'source',
      label: t('known'),
      value: ({ source }) => source,
      cell: ({ source, enforced }) => t(enforced ? 'known.enforced' : `known.${source}`),
    },
  ]
  const rows = references.toSorted((a, b) => rank(a) - rank(b))
  return (
    <ResultTable caption={t('references')} columns={columns} rows={rows} name={[name, 'references']} pageSize={50} />
  )
}

const rank = ({ status }: Reference): number => ['VIOLATED', 'ERROR', 'OK'].indexOf(status)
