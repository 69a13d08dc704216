import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useCallback, useMemo, useRef } from 'react'
import { useLoaded } from '../../api/use-loaded.ts'
import type { SchemaStructure } from '../../api/structure.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Graph } from '../../parts/graph/graph.tsx'
import type { NodeEvents } from '../../parts/graph/node-frame.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { chooseTables, type Question } from './choose-tables.ts'
import { Downloads } from './downloads.tsx'
import { layoutBeside } from './layout-beside.ts'
import type { PlacedTable } from './layout-diagram.ts'
import { Legend } from './legend.tsx'
import { ReferenceTable } from './reference-table.tsx'
import { TableBox } from './table-box.tsx'
import { texts } from './texts.ts'
import './diagram.css'

interface DrawingProps {
  readonly structure: SchemaStructure
  readonly question: Question
  readonly columns: 'none' | 'keys' | 'all'
  /** The part that is looked at, and what keeps it; stays the same. */
  readonly kept: string | undefined
  readonly onKeep: (part: string) => void
}

/** The picture of the tables that are asked for, how many of all they are, and their references as a table. Shown anew for other tables. */
export const Drawing = ({ structure, question, columns, kept, onKeep }: DrawingProps) => {
  const t = useTexts(texts)
  const picture = useRef<SVGSVGElement>(null)
  const { table, depth, withTechnical } = question
  const chosen = useMemo(() => {
    const found = chooseTables(structure, { table, depth, withTechnical })
    return columns === 'none' ? { ...found, tables: found.tables.map((each) => ({ ...each, columns: [] })) } : found
  }, [structure, table, depth, withTechnical, columns])
  const layout = useLoaded('layout', (signal) => layoutBeside(chosen, signal))
  const drawNode = useCallback(
    (node: PlacedTable, events: NodeEvents) => <TableBox table={node} isRoot={node.id === table} {...events} />,
    [table],
  )
  const { shown, wanted, total } = chosen
  const name = table !== undefined && depth !== 'all' ? table : structure.schema
  return (
    <Section
      title={t('shown', { shown, count: total })}
      intro={structure.isCut ? t('isCut') : undefined}
      actions={<Downloads chosen={chosen} name={name} picture={picture} size={layout.value} />}
    >
      {shown < wanted && (
        <MessageStrip design="Information" hideCloseButton>
          {t('most', { count: wanted })}
        </MessageStrip>
      )}
      <Legend />
      <div className="diagram">
        <Loaded of={layout}>
          {(placed) => (
            <Graph
              layout={placed}
              root={placed.nodes.find(({ id }) => id === table)}
              picture={picture}
              label={t('picture')}
              help={t('help')}
              ends="crow"
              kept={kept}
              onKeep={onKeep}
              drawNode={drawNode}
            />
          )}
        </Loaded>
      </div>
      <ReferenceTable schema={structure.schema} references={chosen.references} />
    </Section>
  )
}
