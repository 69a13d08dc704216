import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../../i18n/use-texts.ts'
import { saveStoredFile } from '../../parts/download.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { useAction } from '../../parts/use-action.ts'
import { texts } from './texts.ts'

interface RejectedFileProps {
  readonly name: string
  readonly onImport: (name: string) => void
}

/** The rows that were left out, as a file of the same columns: to be mended, and imported as it was. */
export const RejectedFile = ({ name, onImport }: RejectedFileProps) => {
  const t = useTexts(texts)
  const { run, isRunning, error } = useAction()
  return (
    <>
      <div className="actions">
        <Button
          icon="download"
          disabled={isRunning}
          onClick={() => {
            run(() => saveStoredFile(name))
          }}
        >
          {t('rejected.download', { name })}
        </Button>
        <Button
          design="Transparent"
          onClick={() => {
            onImport(name)
          }}
        >
          {t('rejected.import')}
        </Button>
      </div>
      {error && <ErrorStrip error={error} />}
    </>
  )
}
