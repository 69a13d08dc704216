import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useCallback, useMemo, useRef } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Facts } from '../facts.tsx'
import { Graph } from '../graph/graph.tsx'
import type { NodeEvents } from '../graph/node-frame.tsx'
import { hrefOf, useRoute } from '../route.ts'
import { Section } from '../section.tsx'
import type { Options } from '../use-options.ts'
import { Definitions } from './definitions.tsx'
import { Downloads } from './downloads.tsx'
import { Edges } from './edges.tsx'
import { layoutLineage, type PlacedNode } from './layout.ts'
import { NodeBox } from './node-box.tsx'
import type { LineageFound, Question } from './question.ts'
import { texts } from './texts.ts'
import './lineage.css'

interface AnswerProps {
  readonly question: Question
  readonly lineage: LineageFound
}

/** The picture, its table, and how the views among them are made. */
export const LineageAnswer = ({ question, lineage }: AnswerProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const { options } = useRoute()
  const picture = useRef<SVGSVGElement>(null)
  const { rootTable, nodes = [], edges = [], cycles = [], unresolved = [], transformations = [] } = lineage
  const layout = useMemo(() => layoutLineage(nodes, edges), [nodes, edges])
  const drawNode = useCallback(
    (node: PlacedNode, events: NodeEvents) => {
      const { schema, name, direction } = node
      const isLink = schema !== null && direction !== 'root'
      const href = isLink ? hrefOf('lineage', [], { ...chosenOf(options), schema, table: name }) : undefined
      return <NodeBox node={node} href={href} {...events} />
    },
    [options],
  )
  return (
    <>
      <Section
        title={t('lineageOf', { table: rootTable })}
        intro={summary(lineage, t)}
        actions={<Downloads question={question} name={rootTable} picture={picture} />}
      >
        {lineage.truncated && (
          <MessageStrip design="Critical" hideCloseButton>
            {t('truncated', { shown: nodes.length, count: lineage.nodeTotal })}
          </MessageStrip>
        )}
        {lineage.depthReached && (
          <MessageStrip design="Information" hideCloseButton>
            {t('depthReached', { count: lineage.depth })}
          </MessageStrip>
        )}
        {cycles.map((cycle) => (
          <MessageStrip key={cycle.join()} design="Critical" hideCloseButton>
            {t('cycle', { names: cycle.join(' → ') })}
          </MessageStrip>
        ))}
        {unresolved.map(({ object, reason }, index) => (
          <MessageStrip key={index} design="Critical" hideCloseButton>
            {t('unresolved', { object: object ?? '?', reason })}
          </MessageStrip>
        ))}
        <div className="lineage-answer">
          <Graph
            layout={layout}
            root={layout.nodes.find(({ direction }) => direction === 'root')}
            picture={picture}
            label={t('picture')}
            help={t('help')}
            drawNode={drawNode}
          />
          <div>
            <Facts
              facts={[
                [t('sources'), format.number(lineage.sourceCount)],
                [t('targets'), format.number(lineage.targetCount)],
                [t('flows'), format.number(edges.length)],
              ]}
            />
            <Edges root={rootTable} nodes={nodes} edges={edges} />
          </div>
        </div>
      </Section>
      <Definitions transformations={transformations} />
    </>
  )
}

/** What is chosen of a lineage, whatever page it is on. */
const chosenOf = ({ direction, depth, columns, references }: Options): Options => ({
  ...{ direction, depth, columns, references },
})

type Translator = Translate<keyof (typeof texts)['en']>

/** The answer in one sentence: the names of what is next to the object. */
const summary = ({ direction, nodes = [], edges = [] }: LineageFound, t: Translator): string => {
  const root = nodes.find((node) => node.direction === 'root')
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const listed = (ids: readonly string[]): string =>
    [...new Set(ids)].map((id) => names.get(id) ?? id).join(', ') || t('nothing')
  const comesFrom = listed(edges.filter(({ target }) => target === root?.id).map(({ source }) => source))
  const goesTo = listed(edges.filter(({ source }) => source === root?.id).map(({ target }) => target))
  return [
    direction !== 'downstream' && t('comesFrom', { names: comesFrom }),
    direction !== 'upstream' && t('goesTo', { names: goesTo }),
  ]
    .filter(Boolean)
    .join(' ')
}
