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
}

/** A line of text or a number; tells what is typed at once. */
export const TextField = (props: TextFieldProps) => {
  const { label, value, onChange, placeholder, kind = 'Text', required, isBare } = props
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
          onChange(event.target.value)
        }}
      />
    </div>
  )
}
