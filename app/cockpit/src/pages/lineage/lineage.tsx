import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { useOptions } from '../../parts/use-options.ts'
import { LineageAnswer } from '../../parts/lineage/lineage-answer.tsx'
import { LineageOptions } from '../../parts/lineage/lineage-options.tsx'
import { questionOf } from '../../parts/lineage/question.ts'
import { texts } from './texts.ts'

const DEPTHS = ['1', '2', '3', '5', '10', '20'] as const
const DIRECTIONS = ['upstream', 'downstream', 'bidirectional'] as const

/** Where the data of a table or view comes from, and where it goes. */
const Lineage = () => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const question = questionOf(options)
  const lineage = useLoaded(question ? JSON.stringify(question) : null, (signal) =>
    bodyOf(api.POST('/dataLineage', { body: { table: '', ...question }, signal })),
  )
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')}>
        <TablePicker
          value={{ schema: options['schema'] ?? '', table: options['table'] ?? '' }}
          onChange={({ schema, table }) => {
            change({ schema, table })
          }}
        />
        <div className="fields">
          <Choice
            label={t('direction')}
            value={DIRECTIONS.find((each) => each === options['direction']) ?? 'bidirectional'}
            options={DIRECTIONS.map((value) => ({ value, text: t(`direction.${value}`) }))}
            onChange={(direction) => {
              change({ direction })
            }}
          />
          <Choice
            label={t('depth')}
            value={DEPTHS.find((each) => each === options['depth']) ?? '5'}
            options={DEPTHS.map((value) => ({ value, text: t('steps', { count: Number(value) }) }))}
            onChange={(depth) => {
              change({ depth })
            }}
          />
          <LineageOptions />
        </div>
      </Section>
      {question ? (
        <Loaded of={lineage}>
          {(value) => <LineageAnswer key={JSON.stringify(question)} question={question} lineage={value} />}
        </Loaded>
      ) : (
        <EmptyState title={t('pick')} text={t('pick.text')} />
      )}
    </PageFrame>
  )
}

export default Lineage
