import { useTexts } from '../../i18n/use-texts.ts'
import { type NodeEvents, NodeFrame, shorten } from '../graph/node-frame.tsx'
import { HEAD_HEIGHT, type PlacedNode, ROW_HEIGHT } from './layout.ts'
import { texts } from './texts.ts'
import { typeKey } from './type-key.ts'

interface NodeBoxProps extends NodeEvents {
  readonly node: PlacedNode
  readonly href: string | undefined
}

const PADDING = 12

/** An object as a box: its name, what it is, and its columns where they are wanted. */
export const NodeBox = ({ node, href, onMark, onFocus }: NodeBoxProps) => {
  const t = useTexts(texts)
  const { name, type, direction, width, height, columns } = node
  const kind = t(typeKey(type))
  const box = (
    <>
      <title>{href && direction !== 'root' ? t('toNode', { name, type: kind }) : `${name}, ${kind}`}</title>
      <rect className="graph-box" width={width} height={height} rx={8} />
      <rect className="graph-strip" width={5} height={height} rx={2.5} />
      <text className="graph-name" x={PADDING} y={20}>
        {shorten(name, width)}
      </text>
      <text className="graph-type" x={PADDING} y={37}>
        {direction === 'root' ? `${kind} · ${t('root')}` : kind}
      </text>
      {columns.length > 0 && (
        <line className="graph-rule" x1={0} x2={width} y1={HEAD_HEIGHT - 2} y2={HEAD_HEIGHT - 2} />
      )}
      {columns.map((column, index) => (
        <text key={column} className="graph-column" x={PADDING} y={HEAD_HEIGHT + (index + 0.5) * ROW_HEIGHT + 4}>
          {shorten(column, width)}
        </text>
      ))}
    </>
  )
  return (
    <NodeFrame
      at={node}
      className={`node-${type} ${direction === 'root' ? 'root' : ''}`}
      href={href}
      onMark={onMark}
      onFocus={onFocus}
    >
      {box}
    </NodeFrame>
  )
}
