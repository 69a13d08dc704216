import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../../i18n/use-texts.ts'
import { FilterField } from '../../parts/filter-field.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import type { GivenRows } from './dump-form.ts'
import { texts } from './texts.ts'

interface RowFieldsProps {
  readonly schema: string
  readonly value: readonly GivenRows[]
  readonly onChange: (rows: readonly GivenRows[]) => void
}

/** Conditions on tables: only rows that hang on what they leave are dumped. */
export const RowFields = ({ schema, value, onChange }: RowFieldsProps) => {
  const t = useTexts(texts)
  const change = (index: number, changes: Partial<GivenRows>): void => {
    onChange(value.map((each, at) => (at === index ? { ...each, ...changes } : each)))
  }
  return (
    <section className="stack">
      <h3>{t('rows')}</h3>
      <p className="muted">{t('rows.intro')}</p>
      {value.map(({ table, where }, index) => (
        <div className="fields" key={index}>
          <TablePicker
            kind="table"
            label={t('rows.table')}
            value={{ schema, table }}
            hasSchema
            onChange={(picked) => {
              change(index, { table: picked.table })
            }}
          />
          <FilterField
            value={where}
            onChange={(condition) => {
              change(index, { where: condition })
            }}
          />
          <Button
            icon="delete"
            design="Transparent"
            accessibleName={t('rows.remove', { table: table || t('rows.pick') })}
            onClick={() => {
              onChange(value.filter((_, at) => at !== index))
            }}
          />
        </div>
      ))}
      <div className="actions">
        <Button
          icon="add"
          design="Transparent"
          onClick={() => {
            onChange([...value, { table: '', where: '' }])
          }}
        >
          {t('rows.add')}
        </Button>
      </div>
    </section>
  )
}
