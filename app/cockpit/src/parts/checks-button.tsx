import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../i18n/use-texts.ts'
import { fileName, saveText } from './download.ts'
import { texts } from './texts.ts'

interface ChecksButtonProps {
  readonly table: string
  /** The text of the file. */
  readonly write: () => string
}

/** Saves checks of a table as a file that its application keeps. */
export const ChecksButton = ({ table, write }: ChecksButtonProps) => {
  const t = useTexts(texts)
  return (
    <Button
      icon="download"
      design="Transparent"
      tooltip={t('checks.hint')}
      onClick={() => {
        saveText(write(), fileName([table, 'checks'], 'yaml'), 'application/yaml')
      }}
    >
      {t('checks.save')}
    </Button>
  )
}
