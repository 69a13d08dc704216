import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { cancelJob, type FileResult, type Job, readJob } from '../../api/jobs.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DetailDialog } from '../../parts/detail-dialog.tsx'
import { saveOperationFile } from '../../parts/download.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { WholeValue } from '../../parts/whole-value.tsx'
import { texts } from './texts.ts'

/** An operation as lists have it. */
export type Operation = Omit<Job, 'result' | 'found'>

interface OperationActionsProps {
  readonly operation: Operation
  /** It has written a file that is still there. */
  readonly hasFile: boolean
  /** Does what may fail. */
  readonly run: (work: () => Promise<void>) => void
  readonly onCancelled: () => void
  readonly onRemove: () => void
}

const download = async (operationId: string): Promise<void> => {
  const { file } = (await readJob(operationId)).result as unknown as FileResult
  await saveOperationFile(operationId, file.name)
}

/** What can be done with an operation: while it runs it is ended, and then its result is looked at. */
export const OperationActions = ({ operation: row, hasFile, run, onCancelled, onRemove }: OperationActionsProps) => {
  const t = useTexts(texts)
  const [isShown, setIsShown] = useState(false)
  const { operation, operationId, status } = row
  return (
    <span className="actions">
      {status === 'running' && (
        <Button
          icon="stop"
          design="Negative"
          accessibleName={t('cancel.name', { operation })}
          onClick={() => {
            run(() => cancelJob(operationId).then(onCancelled))
          }}
        >
          {t('cancel')}
        </Button>
      )}
      {row.background && status === 'succeeded' && !row.hasFile && (
        <Button
          icon="show"
          design="Transparent"
          accessibleName={t('result.name', { operation })}
          onClick={() => {
            setIsShown(true)
          }}
        >
          {t('result')}
        </Button>
      )}
      {isShown && (
        <Result
          operation={row}
          onClose={() => {
            setIsShown(false)
          }}
        />
      )}
      {hasFile && (
        <>
          <Button
            icon="download"
            design="Transparent"
            accessibleName={t('download.name', { operation })}
            onClick={() => {
              run(() => download(operationId))
            }}
          >
            {t('download')}
          </Button>
          <Button
            icon="delete"
            design="Transparent"
            accessibleName={t('remove.file', { operation })}
            onClick={onRemove}
          />
        </>
      )}
    </span>
  )
}

/** What an operation answered that wrote no file. */
const Result = ({ operation, onClose }: { readonly operation: Operation; readonly onClose: () => void }) => {
  const t = useTexts(texts)
  const { operationId } = operation
  const job = useLoaded(`result of ${operationId}`, (signal) => readJob(operationId, signal))
  return (
    <DetailDialog title={t('result.name', { operation: operation.operation })} onClose={onClose}>
      <Loaded of={job}>{({ result }) => <WholeValue value={result} />}</Loaded>
    </DetailDialog>
  )
}
