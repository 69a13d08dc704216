import { Button } from '@ui5/webcomponents-react/Button'
import { Link } from '@ui5/webcomponents-react/Link'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { saveStoredFile } from '../../parts/download.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { useAction } from '../../parts/use-action.ts'
import { texts } from './texts.ts'

const ask = (signal: AbortSignal) => bodyOf(api.GET('/files', { signal }))
type StoredFile = Awaited<ReturnType<typeof ask>>['files'][number]

/** The files of the server, for administrators. */
export const Files = () => {
  const t = useTexts(texts)
  const { run, isRunning, error } = useAction()
  const [removed, setRemoved] = useState<string>()
  const files = useLoaded('files', ask)
  const columns: Column<StoredFile>[] = [
    { key: 'name', label: t('name'), kind: 'name', value: ({ name }) => name },
    { key: 'sizeBytes', label: t('size'), kind: 'bytes', value: ({ sizeBytes }) => sizeBytes },
    { key: 'modifiedAt', label: t('modifiedAt'), kind: 'time', value: ({ modifiedAt }) => modifiedAt },
    {
      key: 'action',
      label: t('action'),
      isAction: true,
      value: () => null,
      cell: ({ name }) => (
        <span className="actions">
          {name.endsWith('.sql') ? (
            <Link href={hrefOf('query')}>{t('query')}</Link>
          ) : name.toLowerCase().endsWith('.zip') ? (
            <Link href={hrefOf('dump', [], { what: 'load', file: name })} accessibleName={t('load.name', { name })}>
              {t('load')}
            </Link>
          ) : (
            <Link href={hrefOf('import', [], { file: name })} accessibleName={t('import.name', { name })}>
              {t('import')}
            </Link>
          )}
          <Button
            icon="download"
            design="Transparent"
            disabled={isRunning}
            accessibleName={t('download.file', { name })}
            onClick={() => {
              run(() => saveStoredFile(name))
            }}
          />
          <Button
            icon="delete"
            design="Transparent"
            disabled={isRunning}
            accessibleName={t('remove.name', { name })}
            onClick={() => {
              setRemoved(name)
            }}
          />
        </span>
      ),
    },
  ]
  return (
    <Section title={t('files')} intro={t('files.intro')}>
      {error && <ErrorStrip error={error} />}
      <Loaded of={files}>
        {({ files: listed, total }) => (
          <ResultTable
            caption={t('files')}
            columns={columns}
            rows={listed}
            total={total}
            name={['files']}
            empty={t('files.none')}
            next={{ href: hrefOf('import'), text: t('files.next') }}
            rowKey={({ name }) => name}
          />
        )}
      </Loaded>
      {removed !== undefined && (
        <ConfirmDialog
          title={t('remove')}
          confirm={t('remove')}
          keep={t('keep')}
          design="Emphasized"
          onClose={() => {
            setRemoved(undefined)
          }}
          onConfirm={() => {
            run(async () => {
              await api.DELETE('/files/{name}', { params: { path: { name: removed } } })
              files.reload()
            })
          }}
        >
          <p>{t('remove.sure', { name: removed })}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
