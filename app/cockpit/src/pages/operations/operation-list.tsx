import { Button } from '@ui5/webcomponents-react/Button'
import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { phaseKey } from '../../parts/phase.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { Segments } from '../../parts/segments.tsx'
import { Status } from '../../parts/status.tsx'
import { texts as partTexts } from '../../parts/texts.ts'
import { useAction } from '../../parts/use-action.ts'
import { type Operation, OperationActions } from './operation-actions.tsx'
import { texts } from './texts.ts'

const ask = (signal: AbortSignal) => bodyOf(api.GET('/operations', { signal }))

const TONES = { running: 'info', succeeded: 'good', failed: 'bad', cancelled: 'none' } as const
const RUNNING_MS = 2_000
const RESTING_MS = 15_000

const removeFile = async (id: string): Promise<void> => {
  await api.DELETE('/operations/{id}/file', { params: { path: { id } } })
}

/** How far it is while it runs; what has ended is told by what it has done. */
const RowsDone = ({ operation: { status, phase, rowsDone, rowsTotal } }: { operation: Operation }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const ofPhase = useTexts(partTexts)
  if (rowsDone === null) return status === 'running' ? ofPhase(phaseKey(phase)) : t('rows.unknown')
  if (status === 'running' && rowsTotal !== null && rowsDone <= rowsTotal)
    return t('rows.of', { done: rowsDone, total: rowsTotal })
  return status !== 'running' && rowsDone === 0 ? '–' : format.number(rowsDone)
}

/** The operations, asked for again and again while the page is in sight. */
export const OperationList = () => {
  const t = useTexts(texts)
  const isAdmin = useRole('admin')
  const { run, error } = useAction()
  const [toRemove, setToRemove] = useState<Operation>()
  /** Operations whose files have been removed here. */
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [shown, setShown] = useState<'background' | 'all'>('background')
  const list = useLoaded('operations', ask)
  const { value, isLoading, reload } = list
  const isBusy = value?.operations.some(({ status }) => status === 'running') ?? false
  useEffect(() => {
    if (isLoading) return
    const timer = setTimeout(reload, isBusy ? RUNNING_MS : RESTING_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isLoading, isBusy, reload])
  const isWanted = ({ background, status }: Operation): boolean => shown === 'all' || background || status === 'running'
  const columns: Column<Operation>[] = [
    { key: 'operation', label: t('operation'), kind: 'name', value: ({ operation }) => operation },
    { key: 'object', label: t('object'), kind: 'name', value: ({ object }) => object },
    {
      key: 'status',
      label: t('status'),
      value: ({ status }) => status,
      cell: ({ status }) => <Status tone={TONES[status]}>{t(`status.${status}`)}</Status>,
    },
    {
      key: 'rowsDone',
      label: t('rows'),
      kind: 'number',
      value: ({ rowsDone }) => rowsDone,
      cell: (row) => <RowsDone operation={row} />,
    },
    { key: 'startedAt', label: t('startedAt'), kind: 'time', value: ({ startedAt }) => startedAt },
    {
      key: 'durationMs',
      label: t('took'),
      kind: 'duration',
      value: ({ startedAt, endedAt }) => (endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt)),
    },
    { key: 'owner', label: t('owner'), kind: 'word', value: ({ owner }) => owner },
    { key: 'error', label: t('problem'), isOptional: true, value: (row) => row.error?.details },
    {
      key: 'action',
      label: t('action'),
      isAction: true,
      value: () => null,
      cell: (row) => (
        <OperationActions
          operation={row}
          hasFile={row.hasFile && !removed.includes(row.operationId)}
          run={run}
          onCancelled={reload}
          onRemove={() => {
            setToRemove(row)
          }}
        />
      ),
    },
  ]
  return (
    <Section
      title={t('operations')}
      intro={t(isAdmin ? 'operations.all' : 'operations.mine')}
      actions={
        <>
          <Segments
            label={t('operations')}
            value={shown}
            choices={[
              ['background', t('shown.background')],
              ['all', t('shown.all')],
            ]}
            onChange={setShown}
          />
          <Button icon="refresh" design="Transparent" accessibleName={t('refresh')} onClick={reload} />
        </>
      }
    >
      {error && <ErrorStrip error={error} />}
      <Loaded of={list}>
        {({ operations }) => (
          <ResultTable
            caption={t('operations')}
            columns={columns}
            rows={operations.filter(isWanted)}
            name={['operations']}
            empty={t('operations.none')}
            next={{ href: hrefOf('export'), text: t('operations.next') }}
            rowKey={({ operationId }) => operationId}
          />
        )}
      </Loaded>
      {toRemove && (
        <ConfirmDialog
          title={t('remove')}
          confirm={t('remove')}
          keep={t('keep')}
          design="Emphasized"
          onClose={() => {
            setToRemove(undefined)
          }}
          onConfirm={() => {
            run(async () => {
              await removeFile(toRemove.operationId)
              setRemoved((before) => [...before, toRemove.operationId])
            })
          }}
        >
          <p>{t('remove.file.sure', { operation: toRemove.operation })}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
