import { ComboBox } from '@ui5/webcomponents-react/ComboBox'
import { ComboBoxItem } from '@ui5/webcomponents-react/ComboBoxItem'
import { Label } from '@ui5/webcomponents-react/Label'
import { useEffect, useId, useState } from 'react'
import { useObjects, useSchemas } from '../api/catalog.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { ErrorStrip } from './error-strip.tsx'
import { SchemaSelect } from './schema-select.tsx'
import { texts } from './texts.ts'

/** What is picked; a table that is empty is not picked yet. */
export interface PickedTable {
  readonly schema: string
  readonly table: string
}

interface TablePickerProps {
  readonly value: PickedTable
  readonly onChange: (value: PickedTable) => void
  readonly label?: string
  /** Which of them can be picked; tables and views by default. */
  readonly kind?: 'table' | 'any'
  /** The schema is chosen elsewhere. */
  readonly hasSchema?: boolean
}

/** Picks a table or view by typing a part of its name. The schema is asked for only where there are several. */
export const TablePicker = ({ value, onChange, label, kind = 'any', hasSchema = false }: TablePickerProps) => {
  const t = useTexts(texts)
  const id = useId()
  const [typed, setTyped] = useState('')
  const schemas = useSchemas()
  const current = schemas.value?.schemas.find(({ isCurrent }) => isCurrent)?.name
  const schema = value.schema || current
  const objects = useObjects(schema, typed)
  useEffect(() => {
    if (!value.schema && current) onChange({ ...value, schema: current })
  }, [value, current, onChange])
  const error = schemas.error ?? objects.error
  return (
    <div className="picker">
      {!hasSchema && (
        <SchemaSelect
          value={schema}
          onChange={(chosen) => {
            onChange({ schema: chosen, table: '' })
          }}
        />
      )}
      <div className="field grow">
        <Label for={`${id}-table`}>{label ?? t('table')}</Label>
        <ComboBox
          id={`${id}-table`}
          value={value.table}
          filter="Contains"
          placeholder={t('table.pick')}
          loading={objects.isLoading && !objects.value}
          showClearIcon
          onInput={(event) => {
            setTyped(event.target.value)
          }}
          onChange={(event) => {
            onChange({ schema: schema ?? '', table: event.target.value })
          }}
        >
          {(objects.value?.objects ?? [])
            .filter(({ isView }) => kind === 'any' || !isView)
            .map(({ name }) => (
              <ComboBoxItem key={name} text={name} />
            ))}
        </ComboBox>
      </div>
      {error && <ErrorStrip error={error} onRetry={error === schemas.error ? schemas.reload : objects.reload} />}
    </div>
  )
}
