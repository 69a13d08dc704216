import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { useReason } from '../../parts/reasons.ts'
import { StatusOf } from './status-of.tsx'
import { texts } from './texts.ts'

interface Answer {
  readonly supported: boolean
  readonly reason?: string
  readonly sources?: readonly Source[]
}

interface Source {
  readonly name: string
  readonly status: 'ok' | 'denied' | 'missing' | 'error'
  readonly reason?: string
}

/** What an engine tells of something; or that it knows no such thing, in the API's own words. */
export const Support = ({ answer, children }: { answer: Answer; children: ReactNode }) => {
  const t = useTexts(texts)
  const say = useReason()
  const unread = answer.sources?.filter(({ status }) => status !== 'ok') ?? []
  const columns: Column<Source>[] = [
    { key: 'name', label: t('source'), kind: 'name', value: ({ name }) => name },
    {
      key: 'status',
      label: t('status'),
      value: ({ status }) => status,
      cell: ({ status }) => <StatusOf status={status} />,
    },
    { key: 'reason', label: t('reason'), value: ({ reason }) => say(reason), cell: ({ reason }) => say(reason) },
  ]
  if (!answer.supported)
    return (
      <p className="muted">
        <strong>{t('notSupported')}.</strong> {say(answer.reason)}.
      </p>
    )
  return (
    <>
      {children}
      {unread.length > 0 && <DataTable caption={t('sources')} columns={columns} rows={unread} />}
    </>
  )
}
