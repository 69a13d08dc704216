import { Label } from '@ui5/webcomponents-react/Label'
import { MultiComboBox } from '@ui5/webcomponents-react/MultiComboBox'
import { MultiComboBoxItem } from '@ui5/webcomponents-react/MultiComboBoxItem'
import { useId } from 'react'
import { useColumns } from '../api/catalog.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { ErrorStrip } from './error-strip.tsx'
import type { PickedTable } from './table-picker.tsx'
import { texts } from './texts.ts'

interface ColumnPickerProps {
  readonly table: PickedTable
  /** Names of columns; none stands for what `placeholder` says, all of them by default. */
  readonly value: readonly string[]
  readonly onChange: (names: readonly string[]) => void
  readonly label?: string
  readonly placeholder?: string
}

/** Picks columns of a table, in the order of the table. */
export const ColumnPicker = ({ table, value, onChange, label, placeholder }: ColumnPickerProps) => {
  const t = useTexts(texts)
  const id = useId()
  const columns = useColumns(table.schema, table.table)
  return (
    <div className="field grow">
      <Label for={id}>{label ?? t('columns')}</Label>
      <MultiComboBox
        id={id}
        filter="Contains"
        noValidation={false}
        placeholder={value.length === 0 ? (placeholder ?? t('columns.all')) : ''}
        disabled={!columns.value}
        selectedValues={[...value]}
        onSelectionChange={(event) => {
          onChange(event.detail.items.map((item) => item.value ?? item.text ?? ''))
        }}
      >
        {(columns.value ?? []).map(({ name, type }) => (
          <MultiComboBoxItem key={name} text={name} value={name} additionalText={type} />
        ))}
      </MultiComboBox>
      {columns.error && <ErrorStrip error={columns.error} onRetry={columns.reload} />}
    </div>
  )
}
