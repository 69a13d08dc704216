import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useState } from 'react'
import type { JobResult } from '../../api/jobs.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { DownloadButtons } from '../../parts/download-buttons.tsx'
import { KeyLink } from '../../parts/grid/key-link.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Section } from '../../parts/section.tsx'
import { Value } from '../../parts/value.tsx'
import { columnsOf, differingColumns, type Group, type GroupRecord, recordsOf } from './records.ts'
import { texts } from './texts.ts'

type Result = JobResult<'/duplicateDetection'>

const PAGE_SIZE = 10

/** How many rows are there more than once, and which. */
export const Groups = ({ result }: { result: Result }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const [page, setPage] = useState(0)
  const groups: readonly Group[] = result.duplicates
  const records = recordsOf(groups)
  const keys = columnsOf(records.map(({ key }) => key))
  const columns = columnsOf(records.map(({ data }) => data))
  const downloaded: Column<GroupRecord>[] = [
    { key: 'group', label: '', value: ({ group }) => group },
    { key: 'matchPercentage', label: '', value: ({ matchPercentage }) => matchPercentage },
    ...keys.map((name) => ({ key: name, label: name, value: ({ key }: GroupRecord) => key[name] })),
    ...columns
      .filter((name) => !keys.includes(name))
      .map((name) => ({ key: name, label: name, value: ({ data }: GroupRecord) => data[name] })),
  ]
  const start = page * PAGE_SIZE
  const shown = groups.slice(start, start + PAGE_SIZE)
  return (
    <Section
      title={t('result')}
      intro={t('compared', { columns: result.columns.join(', ') })}
      actions={
        records.length > 0 && (
          <DownloadButtons
            caption={t('result')}
            columns={downloaded}
            rows={records}
            name={[result.table, 'duplicates']}
          />
        )
      }
    >
      <div role="status">
        <MessageStrip design={result.duplicateGroups === 0 ? 'Positive' : 'Critical'} hideCloseButton>
          {result.duplicateGroups === 0
            ? t('none')
            : t('found', { count: result.totalDuplicates, groups: result.duplicateGroups })}
        </MessageStrip>
      </div>
      <Facts
        facts={[
          [t('rows'), format.number(result.totalRows)],
          [t('unique'), format.number(result.uniqueRows)],
          [t('groups'), format.number(result.duplicateGroups)],
          [t('pairs'), result.pairsCompared === undefined ? undefined : format.number(result.pairsCompared)],
        ]}
      />
      {result.truncated && <p className="muted">{t('truncated', { count: groups.length })}</p>}
      {shown.map((group, index) => (
        <GroupTable
          key={start + index}
          number={start + index + 1}
          place={{ schema: result.schema, table: result.table }}
          group={group}
          keys={keys}
          columns={columns}
        />
      ))}
      {groups.length > PAGE_SIZE && (
        <Pager
          from={start + 1}
          to={start + shown.length}
          total={groups.length}
          onBack={
            page > 0
              ? () => {
                  setPage(page - 1)
                }
              : undefined
          }
          onNext={
            start + PAGE_SIZE < groups.length
              ? () => {
                  setPage(page + 1)
                }
              : undefined
          }
        />
      )}
    </Section>
  )
}

interface GroupTableProps {
  readonly place: { readonly schema: string; readonly table: string }
  readonly number: number
  readonly group: Group
  readonly keys: readonly string[]
  readonly columns: readonly string[]
}

const GroupTable = ({ place, number, group, keys, columns }: GroupTableProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { records = [], count, matchPercentage } = group
  const differing = differingColumns(records)
  const shown: Column<NonNullable<Group['records']>[number]>[] = [
    ...keys.map((name) => ({
      key: `key ${name}`,
      label: name,
      hint: t('key'),
      kind: 'name' as const,
      isRecord: true,
      value: ({ key }: { key: Readonly<Record<string, unknown>> }) => key[name],
      cell: ({ key }: { key: Readonly<Record<string, unknown>> }) => <KeyLink place={place} values={key} name={name} />,
    })),
    ...columns.map((name) => ({
      key: name,
      label: name,
      value: ({ data }: { data: Readonly<Record<string, unknown>> }) => data[name],
      cell: ({ data }: { data: Readonly<Record<string, unknown>> }) =>
        differing.has(name) ? (
          <mark className="duplicate-differs">
            <Value value={data[name]} isRecord />
          </mark>
        ) : (
          <Value value={data[name]} isRecord />
        ),
    })),
  ]
  const title = t('group', { number, count })
  return (
    <div className="duplicate-group">
      <h3>
        {title} <span className="muted">{t('match', { percent: format.percent(matchPercentage) })}</span>
      </h3>
      <DataTable caption={title} columns={shown} rows={records} />
      {count > records.length && <p className="muted">{t('more', { count: count - records.length })}</p>}
    </div>
  )
}
