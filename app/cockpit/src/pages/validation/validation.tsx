import { useTexts } from '../../i18n/use-texts.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { AllTables } from './all-tables.tsx'
import { Check } from './check.tsx'
import { texts } from './texts.ts'
import './validation.css'

/** Whether the rows of a table keep rules: those that database and model know, or one's own. Without a table, those of all. */
const Validation = () => {
  const t = useTexts(texts)
  const [{ schema = '', table = '' }, change] = useOptions()
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')}>
        <TablePicker
          value={{ schema, table }}
          onChange={(picked) => {
            change({ schema: picked.schema, table: picked.table })
          }}
        />
      </Section>
      {table === '' ? <AllTables /> : <Check key={JSON.stringify([schema, table])} schema={schema} table={table} />}
    </PageFrame>
  )
}

export default Validation
