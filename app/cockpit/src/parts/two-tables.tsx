import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../i18n/use-texts.ts'
import { type PickedTable, TablePicker } from './table-picker.tsx'
import { texts } from './two-tables-texts.ts'
import './two-tables.css'

interface TwoTablesProps {
  readonly first: PickedTable
  readonly second: PickedTable
  readonly onFirst: (table: PickedTable) => void
  readonly onSecond: (table: PickedTable) => void
  readonly onSwap: () => void
}

/** Picks two tables, side by side. */
export const TwoTables = ({ first, second, onFirst, onSecond, onSwap }: TwoTablesProps) => {
  const t = useTexts(texts)
  return (
    <div className="two-tables">
      <TablePicker label={t('first')} value={first} onChange={onFirst} />
      <Button icon="sort" design="Transparent" accessibleName={t('swap')} tooltip={t('swap')} onClick={onSwap} />
      <TablePicker label={t('second')} value={second} onChange={onSecond} />
    </div>
  )
}
