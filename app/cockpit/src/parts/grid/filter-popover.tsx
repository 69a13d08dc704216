import { Button } from '@ui5/webcomponents-react/Button'
import { Popover } from '@ui5/webcomponents-react/Popover'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../choice.tsx'
import { TextField } from '../text-field.tsx'
import { type ColumnFilter, type Kind, operatorsOf, valuesOf } from './column-filter.ts'
import { Facets, type FacetSource } from './facets.tsx'
import { texts } from './texts.ts'

interface FilterPopoverProps {
  readonly column: string
  readonly kind: Kind
  readonly opener: HTMLElement
  readonly filter: ColumnFilter | undefined
  /** Rows among which values are looked for; absent where values are not told. */
  readonly source: FacetSource | undefined
  /** @param filter undefined takes it away. */
  readonly onApply: (filter: ColumnFilter | undefined) => void
  readonly onClose: () => void
}

/** The filter of one column: a condition, or values to choose from. */
export const FilterPopover = (props: FilterPopoverProps) => {
  const { column, kind, opener, filter, source, onApply, onClose } = props
  const t = useTexts(texts)
  const operators = operatorsOf(kind)
  const [operator, setOperator] = useState(filter?.operator ?? operators[0] ?? 'is')
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? [])
  // An empty field says nothing, but an empty text that was chosen is meant.
  const [isChosen, setChosen] = useState(filter?.operator === 'is')
  const count = valuesOf(operator)
  const typed = Array.from({ length: count }, (_, index) => values[index] ?? '')
  const isListed = operator === 'is' && values.length > 1
  const apply = (): void => {
    const given = isListed ? values : typed
    const isMeant = isChosen && operator === 'is' && values.length > 0
    onApply(isMeant || given.every((value) => value !== '') ? { column, operator, values: given } : undefined)
  }
  return (
    <Popover open opener={opener} placement="Bottom" headerText={t('filter.title', { column })} onClose={onClose}>
      <form
        className="stack filter-form"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
          onClose()
        }}
      >
        <Choice
          label={t('operator')}
          value={operator}
          options={operators.map((each) => ({ value: each, text: t(`operator.${each}`) }))}
          onChange={setOperator}
        />
        {!isListed &&
          typed.map((value, index) => (
            <TextField
              key={index}
              label={t(count === 1 ? 'value' : index === 0 ? 'from' : 'to')}
              value={value}
              onChange={(text) => {
                setChosen(false)
                setValues(typed.map((each, at) => (at === index ? text : each)))
              }}
            />
          ))}
        <div className="actions">
          <Button type="Submit" design="Emphasized">
            {t('apply')}
          </Button>
          <Button
            design="Transparent"
            onClick={() => {
              onApply(undefined)
              onClose()
            }}
          >
            {t('clear')}
          </Button>
        </div>
        {source && (
          <Facets
            source={source}
            column={column}
            kind={kind}
            chosen={filter?.operator === 'is' ? filter.values : []}
            onChoose={(chosen) => {
              setOperator('is')
              setChosen(true)
              setValues(chosen)
              onApply(chosen.length === 0 ? undefined : { column, operator: 'is', values: chosen })
            }}
          />
        )}
      </form>
    </Popover>
  )
}
