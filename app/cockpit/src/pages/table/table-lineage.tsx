import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { LineageAnswer } from '../../parts/lineage/lineage-answer.tsx'
import { LineageOptions } from '../../parts/lineage/lineage-options.tsx'
import { questionOf } from '../../parts/lineage/question.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useOptions } from '../../parts/use-options.ts'
import type { TableProps } from './table-props.ts'

/** Where its data comes from, and where it goes. */
const TableLineage = ({ schema, table }: TableProps) => {
  const [options] = useOptions()
  const question = questionOf({ ...options, schema, table })
  const lineage = useLoaded(JSON.stringify(question), (signal) =>
    bodyOf(api.POST('/dataLineage', { body: { table, ...question }, signal })),
  )
  return (
    <>
      <div className="actions">
        <LineageOptions />
      </div>
      <Loaded of={lineage}>{(value) => question && <LineageAnswer question={question} lineage={value} />}</Loaded>
    </>
  )
}

export default TableLineage
