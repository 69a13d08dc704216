import { Button } from '@ui5/webcomponents-react/Button'
import { Link } from '@ui5/webcomponents-react/Link'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import type { ReactNode } from 'react'
import type { FileResult } from '../api/jobs.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { fileName, saveOperationFile } from './download.ts'
import { ErrorStrip } from './error-strip.tsx'
import { hrefOf } from './route.ts'
import { useAction } from './use-action.ts'
import { texts } from './file-texts.ts'

interface ReadyFileProps {
  readonly operationId: string
  readonly result: FileResult
  readonly name: readonly string[]
  /** A file of text begins with the mark by which Excel knows UTF-8. */
  readonly byteOrderMark?: boolean
  readonly onReset: () => void
  /** What else can be done with it. */
  readonly children?: ReactNode
}

/** What has been written, and the way to it. */
export const ReadyFile = ({ operationId, result, name, byteOrderMark = false, onReset, children }: ReadyFileProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { run, isRunning, error } = useAction()
  const { file, 'X-Row-Count': rowCount, 'X-Truncated': isTruncated } = result
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1)
  return (
    <div className="outcome" role="status">
      <h3>{t('done')}</h3>
      {rowCount !== undefined && <p>{t('rows', { count: Number(rowCount) })}</p>}
      {isTruncated === 'true' && (
        <MessageStrip design="Critical" hideCloseButton>
          {t('truncated')}
        </MessageStrip>
      )}
      <div className="actions">
        <Button
          design="Emphasized"
          icon="download"
          disabled={isRunning}
          onClick={() => {
            run(() => saveOperationFile(operationId, fileName(name, extension), byteOrderMark && extension === 'csv'))
          }}
        >
          {isRunning ? t('downloading') : t('download', { size: format.bytes(file.sizeBytes) })}
        </Button>
        {children}
        <Button design="Transparent" onClick={onReset}>
          {t('again')}
        </Button>
      </div>
      {error && <ErrorStrip error={error} />}
      <p className="muted">
        {t('kept')} <Link href={hrefOf('operations')}>{t('toOperations')}</Link>
      </p>
    </div>
  )
}
