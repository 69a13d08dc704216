import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { type DatabaseSession, endSession } from '../../api/sessions.ts'
import { useRole } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { useAction } from '../../parts/use-action.ts'
import { EndDialog } from './end-dialog.tsx'
import { Statement } from './statement.tsx'
import { texts } from './texts.ts'

interface SessionTableProps {
  readonly sessions: readonly DatabaseSession[]
  readonly onEnded: () => void
}

const toneOf = ({ state, blockedBy }: DatabaseSession): Tone =>
  blockedBy.length > 0 ? 'bad' : state === 'active' ? 'info' : state?.startsWith('idle in') ? 'warn' : 'none'

/** All sessions; administrators end one, after a question. */
export const SessionTable = ({ sessions, onEnded }: SessionTableProps) => {
  const t = useTexts(texts)
  const isAdmin = useRole('admin')
  const { run, isRunning, error } = useAction()
  const [asked, setAsked] = useState<DatabaseSession>()
  const columns: Column<DatabaseSession>[] = [
    { key: 'number', label: t('number'), kind: 'name', value: ({ number }) => number },
    { key: 'user', label: t('user'), kind: 'word', value: ({ user }) => user },
    {
      key: 'state',
      label: t('state'),
      kind: 'word',
      value: ({ state }) => state,
      cell: (session) => <Status tone={toneOf(session)}>{session.state ?? t('hidden')}</Status>,
    },
    ...(isAdmin
      ? [
          {
            key: 'action',
            label: t('action'),
            isAction: true,
            value: () => null,
            cell: (session: DatabaseSession) =>
              session.id !== null && (
                <Button
                  icon="stop"
                  design="Transparent"
                  disabled={isRunning}
                  accessibleName={t('end.name', { number: String(session.number) })}
                  tooltip={t('end.name', { number: String(session.number) })}
                  onClick={() => {
                    setAsked(session)
                  }}
                />
              ),
          },
        ]
      : []),
    {
      key: 'statement',
      label: t('statement'),
      value: ({ statement }) => statement,
      cell: (row) => <Statement {...row} />,
    },
    {
      key: 'blockedBy',
      label: t('blockedBy'),
      kind: 'word',
      isOptional: true,
      value: ({ blockedBy }) => (blockedBy.length > 0 ? blockedBy.join(', ') : null),
    },
    { key: 'waitsFor', label: t('waitsFor'), kind: 'word', isOptional: true, value: ({ waitsFor }) => waitsFor },
    {
      key: 'statementStartedAt',
      label: t('statementStartedAt'),
      kind: 'time',
      isOptional: true,
      value: (session) => session.statementStartedAt,
    },
    {
      key: 'transactionStartedAt',
      label: t('transactionStartedAt'),
      kind: 'time',
      isOptional: true,
      value: (session) => session.transactionStartedAt,
    },
    {
      key: 'application',
      label: t('application'),
      kind: 'word',
      isOptional: true,
      value: ({ application }) => application,
    },
    { key: 'client', label: t('client'), kind: 'word', isOptional: true, value: ({ client }) => client },
    {
      key: 'isOwn',
      label: t('isOwn'),
      kind: 'word',
      value: ({ isOwn }) => isOwn,
      cell: ({ isOwn }) => (isOwn ? t('own') : ''),
    },
  ]
  return (
    <>
      {error && <ErrorStrip error={error} />}
      <ResultTable
        caption={t('sessions')}
        columns={columns}
        rows={sessions}
        name={['sessions']}
        empty={t('sessions.none')}
        rowKey={({ id, number }) => id ?? String(number)}
      />
      {asked && (
        <EndDialog
          session={asked}
          onEnd={() => {
            run(() => endSession(asked.id ?? '', asked.isOwn).finally(onEnded))
          }}
          onClose={() => {
            setAsked(undefined)
          }}
        />
      )}
    </>
  )
}
