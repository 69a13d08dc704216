import { Label } from '@ui5/webcomponents-react/Label'
import { MultiComboBox } from '@ui5/webcomponents-react/MultiComboBox'
import { MultiComboBoxItem } from '@ui5/webcomponents-react/MultiComboBoxItem'
import { useId, useState } from 'react'
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

/** Columns that are listed at once: the component lays out a thousand of them in a quarter of a minute. */
const LISTED = 100

/** Picks columns of a table, in the order of the table. Of many, some are listed; the others are found by a part of their name. */
export const ColumnPicker = ({ table, value, onChange, label, placeholder }: ColumnPickerProps) => {
  const t = useTexts(texts)
  const id = useId()
  const columns = useColumns(table.schema, table.table)
  const all = columns.value ?? []
  const [typed, setTyped] = useState('')
  const found = all.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, LISTED)
  const listed = new Set([...value, ...found.map(({ name }) => name)])
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
        onInput={(event) => {
          setTyped(event.target.value)
        }}
        onSelectionChange={(event) => {
          onChange(event.detail.items.map((item) => item.value ?? item.text ?? ''))
        }}
      >
        {all
          .filter(({ name }) => listed.has(name))
          .map(({ name, type }) => (
            <MultiComboBoxItem key={name} text={name} value={name} additionalText={type} />
          ))}
      </MultiComboBox>
      {all.length > LISTED && <small>{t('columns.some', { count: LISTED, total: all.length })}</small>}
      {columns.error && <ErrorStrip error={columns.error} onRetry={columns.reload} />}
    </div>
  )
}
