import '@ui5/webcomponents-icons/dist/reset.js'
import { Button } from '@ui5/webcomponents-react/Button'
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
import { moveTables, placeAt, type Places } from './move-tables.ts'
import { Legend } from './legend.tsx'
import { ReferenceTable } from './reference-table.tsx'
import { TableBox } from './table-box.tsx'
import { texts } from './texts.ts'
import './diagram.css'

interface DrawingProps {
  /** Of schemas that are drawn; the first one is that of the table in the middle. */
  readonly structures: readonly SchemaStructure[]
  readonly question: Question
  readonly columns: 'none' | 'keys' | 'all'
  /** The part that is looked at, and what keeps it; stays the same. */
  readonly kept: string | undefined
  readonly onKeep: (part: string) => void
  /** Where tables stand that somebody has moved. */
  readonly places: Places
  /** Told of moves, which may come faster than they are drawn. */
  readonly onPlaces: (change: (before: Places) => Places) => void
}

/** The picture of the tables that are asked for, how many of all they are, and their references as a table. Shown anew for other tables. */
export const Drawing = ({ structures, question, columns, kept, onKeep, places, onPlaces }: DrawingProps) => {
  const t = useTexts(texts)
  const picture = useRef<SVGSVGElement>(null)
  const { table, depth, withTechnical } = question
  const chosen = useMemo(() => {
    const found = chooseTables(structures, { table, depth, withTechnical })
    return columns === 'none' ? { ...found, tables: found.tables.map((each) => ({ ...each, columns: [] })) } : found
  }, [structures, table, depth, withTechnical, columns])
  const automatic = useLoaded('layout', (signal) => layoutBeside(chosen, signal))
  const { value: byItself } = automatic
  const layout = useMemo(() => byItself && moveTables(byItself, places), [byItself, places])
  const isMoved = layout !== byItself
  const drawNode = useCallback(
    (node: PlacedTable, events: NodeEvents) => <TableBox table={node} isRoot={node.id === table} {...events} />,
    [table],
  )
  const { shown, wanted, total } = chosen
  const schemas = structures.map(({ schema }) => schema)
  const name = table !== undefined && depth !== 'all' ? table : schemas.join('-')
  return (
    <Section
      title={t('shown', { shown, count: total })}
      intro={structures.some(({ isCut }) => isCut) ? t('isCut') : undefined}
      actions={
        <>
          {isMoved && (
            <Button
              icon="reset"
              design="Transparent"
              onClick={() => {
                onPlaces(() => ({}))
              }}
            >
              {t('places.reset')}
            </Button>
          )}
          <Downloads chosen={chosen} name={name} picture={picture} size={layout} />
        </>
      }
    >
      {shown < wanted && (
        <MessageStrip design="Information" hideCloseButton>
          {t('most', { count: wanted })}
        </MessageStrip>
      )}
      <Legend />
      <div className="diagram">
        <Loaded of={automatic}>
          {(byItself) => (
            <Graph
              layout={layout ?? byItself}
              fitTo={byItself}
              root={byItself.nodes.find(({ id }) => id === table)}
              picture={picture}
              label={t('picture')}
              help={t('help')}
              ends="crow"
              kept={kept}
              onKeep={onKeep}
              onDrag={(id, by) => {
                const box = byItself.nodes.find((node) => node.id === id)
                if (box) onPlaces((before) => ({ ...before, [id]: placeAt(before[id] ?? box, by) }))
              }}
              drawNode={drawNode}
            />
          )}
        </Loaded>
      </div>
      <ReferenceTable schema={schemas[0] ?? ''} references={chosen.references} />
    </Section>
  )
}
