import { Button } from '@ui5/webcomponents-react/Button'
import { FileUploader } from '@ui5/webcomponents-react/FileUploader'
import { Label } from '@ui5/webcomponents-react/Label'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { Option } from '@ui5/webcomponents-react/Option'
import { Select } from '@ui5/webcomponents-react/Select'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { api, bodyOf } from '../api/client.ts'
import { uploadFile } from '../api/upload-file.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Busy } from './busy.tsx'
import { ErrorStrip } from './error-strip.tsx'
import { useAction } from './use-action.ts'
import { texts } from './file-texts.ts'
import { serverFileName } from './server-file-name.ts'

interface FilePickerProps {
  /** Name of a file on the server; empty for none. */
  readonly value: string
  readonly onChange: (file: string, source: File | undefined) => void
  /** Ends of the names that are offered, with dots and commas. */
  readonly accept: string
}

/** Uploads a file, or takes one that has been uploaded before. */
export const FilePicker = ({ value, onChange, accept }: FilePickerProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { run, isRunning, error } = useAction()
  const id = useId()
  const [chosen, setChosen] = useState<File>()
  const files = useLoaded('files', (signal) => bodyOf(api.GET('/files', { signal })))
  const ends = accept.split(',')
  const offered = (files.value?.files ?? []).filter(({ name }) => ends.some((end) => name.toLowerCase().endsWith(end)))
  const stored = files.value?.files.find(({ name }) => name === value)
  // An import may have written one.
  const lookAgain = useEffectEvent(() => {
    if (value !== '' && files.value && !stored) files.reload()
  })
  useEffect(() => {
    lookAgain()
  }, [value])
  const upload = (file: File, overwrite: boolean): void => {
    setChosen(file)
    run(async () => {
      const { name } = await uploadFile(serverFileName(file.name), file, overwrite)
      files.reload()
      onChange(name, file)
    })
  }
  return (
    <>
      <div
        className="drop-zone"
        onDragOver={(event) => {
          event.preventDefault()
        }}
        onDrop={(event) => {
          event.preventDefault()
          const [file] = event.dataTransfer.files
          if (file) upload(file, false)
        }}
      >
        <FileUploader
          hideInput
          accessibleName={t('choose')}
          accept={accept}
          onChange={(event) => {
            const [file] = event.detail.files ?? []
            if (file) upload(file, false)
          }}
        >
          <Button icon="upload" design="Emphasized" disabled={isRunning}>
            {t('choose')}
          </Button>
        </FileUploader>
        <span className="muted">{t('drop')}</span>
        {offered.length > 0 && (
          <span className="field">
            <Label for={id}>{t('onServer')}</Label>
            <Select
              id={id}
              value={stored ? value : ''}
              onChange={(event) => {
                onChange(event.detail.selectedOption.value ?? '', undefined)
              }}
            >
              <Option value="">{t('none')}</Option>
              {offered.map(({ name, sizeBytes }) => (
                <Option key={name} value={name} additionalText={format.bytes(sizeBytes)}>
                  {name}
                </Option>
              ))}
            </Select>
          </span>
        )}
      </div>
      {isRunning && chosen && (
        <div className="actions">
          <Busy />
          <span role="status">{t('uploading', { name: chosen.name, size: format.bytes(chosen.size) })}</span>
        </div>
      )}
      {error && error.code !== 'TARGET_EXISTS' && <ErrorStrip error={error} />}
      {error?.code === 'TARGET_EXISTS' && chosen && (
        <MessageStrip design="Critical" hideCloseButton>
          {t('exists')}{' '}
          <Button
            design="Transparent"
            onClick={() => {
              upload(chosen, true)
            }}
          >
            {t('replace')}
          </Button>
        </MessageStrip>
      )}
      {stored && !isRunning && (
        <p role="status">{t('uploaded', { name: stored.name, size: format.bytes(stored.sizeBytes) })}</p>
      )}
    </>
  )
}
