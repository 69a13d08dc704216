import { Label } from '@ui5/webcomponents-react/Label'
import { MultiComboBox } from '@ui5/webcomponents-react/MultiComboBox'
import { MultiComboBoxItem } from '@ui5/webcomponents-react/MultiComboBoxItem'
import { useId } from 'react'
import { useSchemas } from '../../api/catalog.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface MoreSchemasProps {
  /** The one that is drawn first. */
  readonly schema: string | undefined
  readonly value: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}

/** Schemas that are drawn with the first one; nothing where there are no others. */
export const MoreSchemas = ({ schema, value, onChange }: MoreSchemasProps) => {
  const t = useTexts(texts)
  const id = useId()
  const others = useSchemas().value?.schemas.filter(({ name, isSystem }) => !isSystem && name !== schema) ?? []
  if (others.length === 0) return null
  return (
    <div className="field">
      <Label for={id}>{t('more')}</Label>
      <MultiComboBox
        id={id}
        filter="Contains"
        noValidation={false}
        selectedValues={[...value]}
        onSelectionChange={(event) => {
          onChange(event.detail.items.map((item) => item.value ?? item.text ?? ''))
        }}
      >
        {others.map(({ name }) => (
          <MultiComboBoxItem key={name} text={name} value={name} />
        ))}
      </MultiComboBox>
    </div>
  )
}
