import { Input } from '@ui5/webcomponents-react/Input'
import { Label } from '@ui5/webcomponents-react/Label'
import { useId } from 'react'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly kind?: 'Text' | 'Number'
  readonly required?: boolean
  /** The label is only heard. */
  readonly isBare?: boolean
  /** Tells what is typed when it is complete: by Enter, or when the field is left. */
  readonly isPatient?: boolean
}

/** A line of text or a number; tells what is typed at once, unless it is patient. */
export const TextField = (props: TextFieldProps) => {
  const { label, value, onChange, placeholder, kind = 'Text', required, isBare, isPatient = false } = props
  const id = useId()
  return (
    <div className={kind === 'Number' ? 'field' : 'field grow'}>
      {!isBare && (
        <Label for={id} required={required}>
          {label}
        </Label>
      )}
      <Input
        id={id}
        type={kind}
        value={value}
        accessibleName={label}
        placeholder={placeholder ?? ''}
        required={required}
        onInput={(event) => {
          if (!isPatient) onChange(event.target.value)
        }}
        onChange={(event) => {
          if (isPatient) onChange(event.target.value)
        }}
      />
    </div>
  )
}
