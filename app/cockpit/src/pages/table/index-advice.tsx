import type { TableStructure } from '../../api/table.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { SqlText } from '../../parts/sql-text.tsx'
import { texts } from './structure-texts.ts'

/** Indexes to make and to drop, each with the statement that would do so. */
export const IndexAdvice = ({ advice }: { advice: NonNullable<TableStructure['indexAdvice']> }) => {
  const t = useTexts(texts)
  const format = useFormat()
  return advice.map(({ kind, name, columns = [], other = '', tableScans = 0, statement }) => (
    <section key={`${kind} ${name}`}>
      <p>{t(`advice.${kind}`, { name, other, columns: columns.join(', '), count: format.number(tableScans) })}</p>
      <SqlText sql={statement} label={t('advice.statement')} />
    </section>
  ))
}
