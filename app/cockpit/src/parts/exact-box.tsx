import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface ExactBoxProps {
  /** Which way the rows go. */
  readonly to: 'file' | 'table'
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Whether a file has values that tell what they are: for an export and for the import of what it has written. */
export const ExactBox = ({ to, checked, onChange }: ExactBoxProps) => {
  const t = useTexts(texts)
  return (
    <CheckBox
      text={t(`exact.${to}`)}
      checked={checked}
      onChange={(event) => {
        onChange(event.target.checked)
      }}
    />
  )
}
