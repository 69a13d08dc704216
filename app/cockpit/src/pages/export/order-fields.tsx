import { Label } from '@ui5/webcomponents-react/Label'
import { Option } from '@ui5/webcomponents-react/Option'
import { Select } from '@ui5/webcomponents-react/Select'
import { useId } from 'react'
import { useColumns } from '../../api/catalog.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { orderByText } from '../../parts/order-by.ts'
import { Segments } from '../../parts/segments.tsx'
import type { PickedTable } from '../../parts/table-picker.tsx'
import { texts } from './texts.ts'

interface OrderFieldsProps {
  readonly table: PickedTable
  readonly value: string
  readonly onChange: (orderBy: string) => void
}

/** By which column, and which way; rows that are equal in it come by primary key. */
export const OrderFields = ({ table, value, onChange }: OrderFieldsProps) => {
  const t = useTexts(texts)
  const id = useId()
  const columns = useColumns(table.schema, table.table).value ?? []
  const isDescending = value.endsWith(' desc')
  const chosen = columns.find(({ name }) => [false, true].some((down) => orderOf(name, down) === value))?.name
  return (
    <>
      <div className="field">
        <Label for={id}>{t('order.by')}</Label>
        <Select
          id={id}
          value={chosen ?? ''}
          onChange={(event) => {
            const name = event.detail.selectedOption.value ?? ''
            onChange(name === '' ? '' : orderOf(name, isDescending))
          }}
        >
          <Option value="">{t('order.default')}</Option>
          {columns.map(({ name }) => (
            <Option key={name} value={name}>
              {name}
            </Option>
          ))}
        </Select>
      </div>
      {chosen !== undefined && (
        <div className="field">
          <Label>{t('order.direction')}</Label>
          <Segments
            label={t('order.direction')}
            value={isDescending ? 'down' : 'up'}
            choices={[
              ['up', t('order.up')],
              ['down', t('order.down')],
            ]}
            onChange={(way) => {
              onChange(orderOf(chosen, way === 'down'))
            }}
          />
        </div>
      )}
    </>
  )
}

const orderOf = (key: string, isDescending: boolean): string => orderByText([{ key, isDescending }])
