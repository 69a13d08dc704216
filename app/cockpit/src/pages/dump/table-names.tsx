import { Label } from '@ui5/webcomponents-react/Label'
import { MultiComboBox } from '@ui5/webcomponents-react/MultiComboBox'
import { MultiComboBoxItem } from '@ui5/webcomponents-react/MultiComboBoxItem'
import { useId, useState } from 'react'
import { useObjects } from '../../api/catalog.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { texts } from './texts.ts'

interface TableNamesProps {
  readonly schema: string
  /** None stands for all. */
  readonly value: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}

/** Tables that are listed at once; the component takes its time to lay out many. */
const LISTED = 100

/** Picks tables of a schema. */
export const TableNames = ({ schema, value, onChange }: TableNamesProps) => {
  const t = useTexts(texts)
  const id = useId()
  const [typed, setTyped] = useState('')
  const objects = useObjects(schema || undefined, typed)
  const found = (objects.value?.objects ?? []).filter(({ isView }) => !isView).map(({ name }) => name)
  const listed = [...new Set([...value, ...found.slice(0, LISTED)])].sort((a, b) => a.localeCompare(b))
  return (
    <div className="field grow">
      <Label for={id}>{t('tables')}</Label>
      <MultiComboBox
        id={id}
        filter="Contains"
        placeholder={value.length === 0 ? t('tables.all') : ''}
        selectedValues={[...value]}
        onInput={(event) => {
          setTyped(event.target.value)
        }}
        onSelectionChange={(event) => {
          onChange(event.detail.items.map((item) => item.value ?? item.text ?? ''))
        }}
      >
        {listed.map((name) => (
          <MultiComboBoxItem key={name} text={name} value={name} />
        ))}
      </MultiComboBox>
      {found.length > LISTED && <small>{t('tables.some', { count: LISTED })}</small>}
      {objects.error && <ErrorStrip error={objects.error} onRetry={objects.reload} />}
    </div>
  )
}
