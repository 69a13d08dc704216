import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../column.ts'
import { ResultTable } from '../result-table.tsx'
import type { LineageEdge, LineageNode } from './layout.ts'
import { texts } from './texts.ts'
import { flowKey } from './type-key.ts'

interface EdgesProps {
  readonly root: string
  readonly nodes: readonly LineageNode[]
  readonly edges: readonly LineageEdge[]
}

interface Flow {
  readonly source: string
  readonly target: string
  readonly type: string
  readonly sourceColumn: string | null
  readonly targetColumn: string | null
}

/** What the picture shows, as a table: a row for each flow, and for each column where columns are known. */
export const Edges = ({ root, nodes, edges }: EdgesProps) => {
  const t = useTexts(texts)
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const flows = edges.flatMap(({ source, target, type, columns = [] }): Flow[] => {
    const flow = { source: names.get(source) ?? source, target: names.get(target) ?? target, type }
    if (columns.length === 0) return [{ ...flow, sourceColumn: null, targetColumn: null }]
    return columns.map((column) => ({ ...flow, sourceColumn: column.source, targetColumn: column.target }))
  })
  const hasColumns = flows.some(({ sourceColumn }) => sourceColumn !== null)
  const column = (key: 'sourceColumn' | 'targetColumn', label: string): Column<Flow> => ({
    key,
    label,
    value: (flow) => flow[key],
    cell: (flow) => flow[key] ?? '–',
  })
  const columns: Column<Flow>[] = [
    { key: 'source', label: t('from'), kind: 'name', value: ({ source }) => source },
    ...(hasColumns ? [column('sourceColumn', t('fromColumn'))] : []),
    { key: 'target', label: t('to'), kind: 'name', value: ({ target }) => target },
    ...(hasColumns ? [column('targetColumn', t('toColumn'))] : []),
    { key: 'type', label: t('by'), value: ({ type }) => type, cell: ({ type }) => t(flowKey(type)) },
  ]
  return <ResultTable caption={t('edges')} columns={columns} rows={flows} name={[root, 'lineage']} pageSize={25} />
}
