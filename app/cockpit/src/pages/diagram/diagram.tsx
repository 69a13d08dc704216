import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { useCallback } from 'react'
import { useSchemas } from '../../api/catalog.ts'
import { useStructure } from '../../api/structure.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { type Options, useOptions } from '../../parts/use-options.ts'
import { type Depth, MOST_TABLES } from './choose-tables.ts'
import { Drawing } from './drawing.tsx'
import { texts } from './texts.ts'

const DEPTHS = ['1', '2', '3', 'all'] as const
const COLUMNS = ['keys', 'all', 'none'] as const

/** The tables of a schema and how they refer to each other, as a picture. The address keeps what is chosen. */
const Diagram = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  // Another picture is looked at from its own start.
  const ask = (changes: Options): void => {
    change({ ...changes, at: undefined })
  }
  const keep = useCallback(
    (at: string) => {
      change({ at })
    },
    [change],
  )
  const schemas = useSchemas()
  const schema = options['schema'] || schemas.value?.schemas.find(({ isCurrent }) => isCurrent)?.name
  const table = options['table'] || undefined
  const columns = COLUMNS.find((each) => each === options['columns']) ?? 'keys'
  const withTechnical = options['technical'] === 'yes'
  const structure = useStructure(schema, columns === 'all' ? 'all' : 'keys')
  const { value } = structure
  // All of a small schema can be seen; in a large one, a table with its neighbours.
  const usual = (value?.tables.length ?? 0) > MOST_TABLES ? '1' : 'all'
  const chosen = DEPTHS.find((each) => each === options['depth']) ?? usual
  const depth: Depth = table === undefined || chosen === 'all' ? 'all' : (Number(chosen) as Depth)
  const question = { table, depth, withTechnical }
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')}>
        <TablePicker
          kind="table"
          label={t('search')}
          value={{ schema: schema ?? '', table: table ?? '' }}
          onChange={(picked) => {
            ask({ schema: picked.schema, table: picked.table })
          }}
        />
        <div className="fields">
          <Choice
            label={t('depth')}
            value={chosen}
            options={DEPTHS.map((each) => ({
              value: each,
              text: each === 'all' ? t('depth.all') : t('depth.steps', { count: Number(each) }),
            }))}
            onChange={(next) => {
              ask({ depth: next })
            }}
          />
          <Choice
            label={t('columns')}
            value={columns}
            options={COLUMNS.map((each) => ({ value: each, text: t(`columns.${each}`) }))}
            onChange={(next) => {
              ask({ columns: next })
            }}
          />
          <CheckBox
            text={t('technical')}
            checked={withTechnical}
            onChange={(event) => {
              ask({ technical: event.target.checked ? 'yes' : '' })
            }}
          />
        </div>
      </Section>
      <Loaded of={structure}>
        {(found) => {
          if (found.tables.length === 0) return <EmptyState title={t('empty')} text={t('empty.text')} />
          if (table !== undefined && !found.tables.some(({ name }) => name === table))
            return <EmptyState title={t('unknown', { table })} text={t('unknown.text')} />
          return (
            <Drawing
              key={JSON.stringify([found.schema, question, columns])}
              structure={found}
              question={question}
              columns={columns}
              kept={options['at']}
              onKeep={keep}
            />
          )
        }}
      </Loaded>
    </PageFrame>
  )
}

export default Diagram
