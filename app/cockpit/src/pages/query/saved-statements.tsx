import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { API, api, authorizedFetch, bodyOf } from '../../api/client.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { serverFileName } from '../../parts/server-file-name.ts'
import { TextField } from '../../parts/text-field.tsx'
import { useAction } from '../../parts/use-action.ts'
import { texts } from './texts.ts'

const EXTENSION = '.sql'

interface SavedStatementsProps {
  /** The statement that is written. */
  readonly sql: string
  readonly onPick: (sql: string) => void
}

/** Statements that are files of the server, which all administrators find. */
export const SavedStatements = ({ sql, onPick }: SavedStatementsProps) => {
  const t = useTexts(texts)
  const { run, isRunning, error } = useAction()
  const [name, setName] = useState('')
  /** A file of that name is there, and to be replaced or not. */
  const [taken, setTaken] = useState<string>()
  const [toRemove, setToRemove] = useState<string>()
  const files = useLoaded('files', (signal) => bodyOf(api.GET('/files', { signal })))
  const save = (file: string, overwrite: boolean) => {
    run(async () => {
      try {
        await uploadFile(file, new Blob([sql]), overwrite)
      } catch (caught) {
        if (!(caught instanceof ApiError) || caught.code !== 'TARGET_EXISTS') throw caught
        setTaken(file)
        return
      }
      setName('')
      files.reload()
    })
  }
  const open = async (file: string): Promise<void> => {
    const response = await authorizedFetch(new Request(`${API}files/${encodeURIComponent(file)}`))
    onPick(await response.text())
  }
  const remove = async (file: string): Promise<void> => {
    await api.DELETE('/files/{name}', { params: { path: { name: file } } })
    files.reload()
  }
  const cannotSave = name.trim() === '' || sql.trim() === '' || isRunning
  return (
    <Section title={t('saved')} intro={t('saved.intro')}>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (!cannotSave) save(serverFileName(`${name.trim()}${EXTENSION}`), false)
        }}
      >
        <TextField label={t('name')} value={name} onChange={setName} />
        <Button type="Submit" disabled={cannotSave}>
          {t('save')}
        </Button>
      </form>
      {error && <ErrorStrip error={error} />}
      <Loaded of={files}>
        {({ files: all }) => {
          const saved = all.map((file) => file.name).filter((file) => file.endsWith(EXTENSION))
          if (saved.length === 0) return <p className="muted">{t('saved.none')}</p>
          return (
            <ul className="query-list">
              {saved.map((file) => (
                <li key={file}>
                  <button
                    type="button"
                    className="link query-kept"
                    onClick={() => {
                      run(() => open(file))
                    }}
                  >
                    {file.slice(0, -EXTENSION.length)}
                  </button>
                  <Button
                    icon="delete"
                    design="Transparent"
                    accessibleName={t('remove', { name: file.slice(0, -EXTENSION.length) })}
                    onClick={() => {
                      setToRemove(file)
                    }}
                  />
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {taken !== undefined && (
        <ConfirmDialog
          title={t('replace')}
          confirm={t('replace')}
          keep={t('keep')}
          design="Emphasized"
          onClose={() => {
            setTaken(undefined)
          }}
          onConfirm={() => {
            save(taken, true)
          }}
        >
          <p>{t('replace.sure', { name: taken })}</p>
        </ConfirmDialog>
      )}
      {toRemove !== undefined && (
        <ConfirmDialog
          title={t('delete')}
          confirm={t('delete')}
          keep={t('keep')}
          design="Emphasized"
          onClose={() => {
            setToRemove(undefined)
          }}
          onConfirm={() => {
            run(() => remove(toRemove))
          }}
        >
          <p>{t('delete.sure', { name: toRemove })}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
