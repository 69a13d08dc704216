import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { LineageAnswer } from '../../parts/lineage/lineage-answer.tsx'
import { questionOf } from '../../parts/lineage/question.ts'
import { texts } from '../../parts/lineage/texts.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useOptions } from '../../parts/use-options.ts'
import type { TableProps } from './table-props.ts'

/** Where its data comes from, and where it goes. */
const TableLineage = ({ schema, table }: TableProps) => {
  const t = useTexts(texts)
  const [options, change] = useOptions()
  const question = questionOf({ ...options, schema, table })
  const lineage = useLoaded(JSON.stringify(question), (signal) =>
    bodyOf(api.POST('/dataLineage', { body: { table, ...question }, signal })),
  )
  return (
    <>
      <div className="actions">
        <CheckBox
          text={t('columns')}
          checked={options['columns'] === 'yes'}
          onChange={(event) => {
            change({ columns: event.target.checked ? 'yes' : '' })
          }}
        />
        <CheckBox
          text={t('references')}
          checked={options['references'] === 'yes'}
          onChange={(event) => {
            change({ references: event.target.checked ? 'yes' : '' })
          }}
        />
      </div>
      <Loaded of={lineage}>{(value) => question && <LineageAnswer question={question} lineage={value} />}</Loaded>
    </>
  )
}

export default TableLineage
