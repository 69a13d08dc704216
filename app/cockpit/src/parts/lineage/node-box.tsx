import { useTexts } from '../../i18n/use-texts.ts'
import { HEAD_HEIGHT, ROW_HEIGHT } from './layout.ts'
import type { PlacedNode } from './layout.ts'
import { texts } from './texts.ts'
import { typeKey } from './type-key.ts'

interface NodeBoxProps {
  readonly node: PlacedNode
  readonly href: string | undefined
  readonly onMark: (isMarked: boolean) => void
  readonly onFocus: () => void
}

const PADDING = 12
/** About what a character is wide, at the size of names. */
const CHARACTER_PX = 7.6

/** An object as a box: its name, what it is, and its columns where they are wanted. */
export const NodeBox = ({ node, href, onMark, onFocus }: NodeBoxProps) => {
  const t = useTexts(texts)
  const { name, type, direction, width, height, columns } = node
  const most = Math.floor((width - 2 * PADDING) / CHARACTER_PX)
  const kind = t(typeKey(type))
  const box = (
    <>
      <title>{href && direction !== 'root' ? t('toNode', { name, type: kind }) : `${name}, ${kind}`}</title>
      <rect className="lineage-box" width={width} height={height} rx={8} />
      <rect className="lineage-edge" width={5} height={height} rx={2.5} />
      <text className="lineage-name" x={PADDING} y={20}>
        {shorten(name, most)}
      </text>
      <text className="lineage-type" x={PADDING} y={37}>
        {direction === 'root' ? `${kind} · ${t('root')}` : kind}
      </text>
      {columns.length > 0 && (
        <line className="lineage-rule" x1={0} x2={width} y1={HEAD_HEIGHT - 2} y2={HEAD_HEIGHT - 2} />
      )}
      {columns.map((column, index) => (
        <text key={column} className="lineage-column" x={PADDING} y={HEAD_HEIGHT + (index + 0.5) * ROW_HEIGHT + 4}>
          {shorten(column, most)}
        </text>
      ))}
    </>
  )
  return (
    <g
      className={`lineage-node node-${type} ${direction === 'root' ? 'root' : ''}`}
      transform={`translate(${node.x},${node.y})`}
      onPointerEnter={() => {
        onMark(true)
      }}
      onPointerLeave={() => {
        onMark(false)
      }}
    >
      {href ? (
        <a
          href={href}
          draggable={false}
          onFocus={() => {
            onMark(true)
            onFocus()
          }}
          onBlur={() => {
            onMark(false)
          }}
        >
          {box}
        </a>
      ) : (
        box
      )}
    </g>
  )
}

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
