import { Label } from '@ui5/webcomponents-react/Label'
import { Option } from '@ui5/webcomponents-react/Option'
import { Select } from '@ui5/webcomponents-react/Select'
import { useId } from 'react'

interface ChoiceProps<Name extends string> {
  readonly label: string
  readonly value: Name
  readonly options: readonly { readonly value: Name; readonly text: string }[]
  readonly onChange: (value: Name) => void
  /** The label is only heard. */
  readonly isBare?: boolean
}

/** One of a few. */
export const Choice = <Name extends string>({ label, value, options, onChange, isBare }: ChoiceProps<Name>) => {
  const id = useId()
  return (
    <div className="field">
      {!isBare && <Label for={id}>{label}</Label>}
      <Select
        id={id}
        value={value}
        accessibleName={label}
        onChange={(event) => {
          const chosen = options.find((each) => each.value === event.detail.selectedOption.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((each) => (
          <Option key={each.value} value={each.value}>
            {each.text}
          </Option>
        ))}
      </Select>
    </div>
  )
}
