import { Icon } from '@ui5/webcomponents-react/Icon'
import { Link } from '@ui5/webcomponents-react/Link'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { type Column, isNumericType } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { ShareBar } from '../../parts/share-bar.tsx'
import { Status } from '../../parts/status.tsx'
import { Value } from '../../parts/value.tsx'
import type { ProfiledColumn, ProfileResult } from './profile-result.ts'
import { findNotes } from './spellings.ts'
import { Spread } from './spread.tsx'
import { texts } from './texts.ts'

const TONES = { CONSTANT: 'hint', UNIQUE: 'note', HIGH_NULL: 'hint', ALL_NULL: 'bad', NOT_ALL_NUMBERS: 'hint' } as const
/** What is measured besides what is shown: for the downloads. */
const MEASURES = [
  ...['nullable', 'key', 'uniquePercent', 'avg', 'stddev', 'p25', 'median', 'p75', 'zeroCount', 'negativeCount'],
  ...['minLength', 'maxLength', 'avgLength', 'emptyCount', 'topValues', 'histogram'],
] as const

interface ColumnsTableProps {
  readonly result: Pick<ProfileResult, 'schema' | 'table' | 'columns'>
  /** Shows all of a column; absent while others are measured. */
  readonly onShow?: (column: ProfiledColumn) => void
  readonly children?: ReactNode
}

/** The columns, each with how many nulls it has and what its values are like. */
export const ColumnsTable = ({ result, onShow, children }: ColumnsTableProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const columns: Column<ProfiledColumn>[] = [
    {
      key: 'name',
      label: t('column'),
      kind: 'name',
      value: ({ name }) => name,
      cell: (column) => (
        <>
          {onShow ? (
            <Link
              design="Emphasized"
              accessibleRole="Button"
              onClick={() => {
                onShow(column)
              }}
            >
              {column.name}
            </Link>
          ) : (
            <strong>{column.name}</strong>
          )}{' '}
          {column.key && <Icon name="key" accessibleName={t('key')} showTooltip mode="Image" />}
          <small className="below">{column.type}</small>
        </>
      ),
    },
    {
      key: 'nullCount',
      label: t('nulls'),
      value: ({ nullCount }) => nullCount,
      cell: ({ nullCount, nullPercent }) => <ShareBar percent={nullPercent} count={nullCount} isBad />,
    },
    { key: 'nullPercent', label: t('nullPercent'), isDownloadOnly: true, value: ({ nullPercent }) => nullPercent },
    {
      key: 'distinctCount',
      label: t('distinct'),
      kind: 'number',
      value: ({ distinctCount }) => distinctCount,
      cell: ({ distinctCount, distinctExact }) =>
        distinctCount === null
          ? '–'
          : `${distinctExact === false ? `${t('about')} ` : ''}${format.number(distinctCount)}`,
    },
    {
      key: 'min',
      label: t('extremes'),
      value: ({ min }) => min,
      cell: ({ min, max, type }) => {
        const kind = isNumericType(type) ? 'number' : 'text'
        return (
          <span className="extremes">
            <span>
              <Value value={min} kind={kind} isRecord={kind === 'text'} />
            </span>
            <span>
              <Value value={max} kind={kind} isRecord={kind === 'text'} />
            </span>
          </span>
        )
      },
    },
    { key: 'max', label: t('extremes'), isDownloadOnly: true, value: ({ max }) => max },
    {
      key: 'spread',
      label: t('spread'),
      value: ({ topValues }) => topValues[0]?.percent,
      cell: (column) => <Spread column={column} />,
    },
    {
      key: 'alerts',
      label: t('remarks'),
      value: ({ alerts }) => alerts.join(' '),
      cell: ({ name, alerts, masked, topValues }) => (
        <span className="tags">
          {alerts.map((alert) => (
            <Status key={alert} tone={TONES[alert]}>
              {t(`alert.${alert}`)}
            </Status>
          ))}
          {findNotes(
            name,
            topValues.map(({ value }) => value),
          ).map(({ kind, count, where: condition }) => (
            <Link key={kind} href={hrefOf('table', [result.schema, result.table], { tab: 'rows', where: condition })}>
              {t(`note.${kind}`, { count })}
            </Link>
          ))}
          {masked && <Status tone="none">{t('masked')}</Status>}
        </span>
      ),
    },
    ...MEASURES.map((key) => ({
      key,
      label: key,
      isDownloadOnly: true,
      value: (column: ProfiledColumn): unknown => column[key],
    })),
  ]
  return (
    <ResultTable
      caption={t('profile')}
      columns={columns}
      rows={result.columns}
      name={[result.table, 'profile']}
      pageSize={200}
      isCounted={false}
      rowKey={({ name }) => name}
    >
      {children}
    </ResultTable>
  )
}
