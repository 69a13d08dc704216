import { Icon } from '@ui5/webcomponents-react/Icon'
import { useTexts } from '../../i18n/use-texts.ts'
import type { ColumnFilter } from './column-filter.ts'
import { texts } from './texts.ts'

interface FilterChipsProps {
  readonly filters: readonly ColumnFilter[]
  readonly onChange: (filters: readonly ColumnFilter[]) => void
}

/** The filters that are set, in words; a click takes one away. */
export const FilterChips = ({ filters, onChange }: FilterChipsProps) => {
  const t = useTexts(texts)
  if (filters.length === 0) return null
  return (
    <div className="chips" role="group" aria-label={t('filters')}>
      {filters.map((filter) => {
        const { column, operator, values } = filter
        const joined = values.join(` ${t(operator === 'between' ? 'and' : 'or')} `)
        const text = [column, t(`operator.${operator}`), joined].join(' ').trim()
        return (
          <button
            key={column}
            type="button"
            className="chip"
            aria-label={t('remove', { filter: text })}
            onClick={() => {
              onChange(filters.filter((each) => each !== filter))
            }}
          >
            {text} <Icon name="decline" mode="Decorative" />
          </button>
        )
      })}
      {filters.length > 1 && (
        <button
          type="button"
          className="link"
          onClick={() => {
            onChange([])
          }}
        >
          {t('removeAll')}
        </button>
      )}
    </div>
  )
}
