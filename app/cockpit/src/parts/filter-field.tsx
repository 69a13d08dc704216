import { Input } from '@ui5/webcomponents-react/Input'
import { Label } from '@ui5/webcomponents-react/Label'
import { useEffect, useId, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface FilterFieldProps {
  /** In the API's filter language. */
  readonly value: string
  /** Told when the field is left or Enter is pressed, not at every key. */
  readonly onChange: (where: string) => void
  readonly label?: string
}

/** Chooses rows by a condition over their columns. */
export const FilterField = ({ value, onChange, label }: FilterFieldProps) => {
  const t = useTexts(texts)
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the address has changed, by a link or by going back
    setTyped(value)
  }, [value])
  return (
    <div className="field grow">
      <Label for={id}>{label ?? t('where')}</Label>
      <Input
        id={id}
        value={typed}
        placeholder={t('where.example')}
        showClearIcon
        onInput={(event) => {
          setTyped(event.target.value)
        }}
        onChange={(event) => {
          onChange(event.target.value.trim())
        }}
      />
    </div>
  )
}
