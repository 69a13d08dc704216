import { Label } from '@ui5/webcomponents-react/Label'
import { Option } from '@ui5/webcomponents-react/Option'
import { Select } from '@ui5/webcomponents-react/Select'
import { useId } from 'react'
import { useSchemas } from '../api/catalog.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface SchemaSelectProps {
  readonly value: string | undefined
  readonly onChange: (schema: string) => void
  readonly label?: string
  /** Shown also where there is only one. */
  readonly isAlways?: boolean
}

/** Chooses a schema, where there are several. */
export const SchemaSelect = ({ value, onChange, label, isAlways = false }: SchemaSelectProps) => {
  const t = useTexts(texts)
  const id = useId()
  const names = useSchemas().value?.schemas.filter(({ isSystem }) => !isSystem) ?? []
  if (names.length < 2 && !isAlways) return null
  return (
    <div className="field">
      <Label for={id}>{label ?? t('schema')}</Label>
      <Select
        id={id}
        value={value ?? ''}
        onChange={(event) => {
          onChange(event.detail.selectedOption.value ?? '')
        }}
      >
        {names.map(({ name }) => (
          <Option key={name} value={name}>
            {name}
          </Option>
        ))}
      </Select>
    </div>
  )
}
