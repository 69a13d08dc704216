import { Button } from '@ui5/webcomponents-react/Button'
import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { useId, useState } from 'react'
import type { TableColumn } from '../../../api/table.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { DetailDialog } from '../../../parts/detail-dialog.tsx'
import { plainText } from '../../../parts/grid/column-filter.ts'
import { texts } from './texts.ts'
import { typedValue } from './typed-value.ts'

interface WideEditorProps {
  readonly column: TableColumn
  /** Whole. */
  readonly value: unknown
  readonly onCommit: (value: unknown) => void
  readonly onClose: () => void
}

/** A value where there is room for it: texts of many lines, JSON, bytes, and NULL told from an empty text. */
export const WideEditor = ({ column, value, onCommit, onClose }: WideEditorProps) => {
  const t = useTexts(texts)
  const id = useId()
  const before = value === null || value === undefined ? '' : plainText(value)
  const [text, setText] = useState(before)
  const [isNull, setNull] = useState(value === null || value === undefined)
  const [fault, setFault] = useState<string>()
  const { kind } = column
  const write = (next: string): void => {
    setText(next)
    setNull(false)
    setFault(undefined)
  }
  const commit = (): void => {
    if (!isNull && kind === 'json' && !readJson(text)) return setFault(t('wide.noJson'))
    if (!isNull && kind === 'binary' && text.length % 4 !== 0) return setFault(t('wide.noBase64'))
    if (isNull) onCommit(null)
    else if (text !== before || value === null || value === undefined)
      onCommit(kind === 'text' ? text : typedValue(text, column))
    onClose()
  }
  const format = (): void => {
    const read = readJson(text)
    if (read) write(JSON.stringify(read.value, null, 2))
    else setFault(t('wide.noJson'))
  }
  return (
    <DetailDialog
      title={t('wide', { column: column.name })}
      actions={
        <>
          <Button design="Emphasized" onClick={commit}>
            {t('take')}
          </Button>
          <Button design="Transparent" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="stack wide-editor">
        <label htmlFor={id}>
          {column.name} <small className="muted">{column.type}</small>
        </label>
        <textarea
          id={id}
          rows={14}
          spellCheck={false}
          value={isNull ? '' : text}
          placeholder={isNull ? 'NULL' : t('wide.empty')}
          aria-invalid={fault !== undefined}
          onChange={(event) => {
            write(event.target.value)
          }}
        />
        {fault !== undefined && (
          <p role="alert" className="fault">
            {fault}
          </p>
        )}
        <div className="actions">
          <CheckBox
            text={t('wide.null')}
            checked={isNull}
            disabled={!column.nullable}
            onChange={(event) => {
              setNull(event.target.checked)
            }}
          />
          {kind === 'json' && (
            <Button design="Transparent" onClick={format}>
              {t('wide.format')}
            </Button>
          )}
          {kind === 'binary' && (
            <label className="file">
              {t('wide.file')}{' '}
              <input
                type="file"
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  if (file) void readBase64(file).then(write)
                }}
              />
            </label>
          )}
        </div>
        {kind === 'binary' && <p className="muted">{t('wide.base64')}</p>}
      </div>
    </DetailDialog>
  )
}

const readJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      resolve((reader.result as string).replace(/^[^,]*,/, ''))
    }
    reader.onerror = () => {
      reject(reader.error ?? new Error('The file cannot be read'))
    }
    reader.readAsDataURL(file)
  })
