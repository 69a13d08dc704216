import { useTexts } from '../../i18n/use-texts.ts'
import { type NodeEvents, NodeFrame, shorten } from '../../parts/graph/node-frame.tsx'
import { hrefOf } from '../../parts/route.ts'
import { HEAD_HEIGHT, type PlacedTable, ROW_HEIGHT } from './layout-diagram.ts'
import { texts } from './texts.ts'

interface TableBoxProps extends NodeEvents {
  readonly table: PlacedTable
  readonly isRoot: boolean
}

const [PADDING, MARK_WIDTH] = [12, 22]
/** About what a character is wide, at the size of columns. */
const CHARACTER_PX = 6.8

/** A table as a box that leads to its page: its name, and its columns with what they are for and their types. */
export const TableBox = ({ table, isRoot, onMark, onFocus }: TableBoxProps) => {
  const t = useTexts(texts)
  const { schema, name, label, width, height, columns, isElsewhere, referring } = table
  const kind = isElsewhere ? 'elsewhere' : 'table'
  return (
    <NodeFrame
      id={table.id}
      at={table}
      className={`node-${kind} ${isRoot ? 'root' : ''}`}
      href={hrefOf('table', [schema, name], { tab: 'structure' })}
      onMark={onMark}
      onFocus={onFocus}
    >
      <title>{t('toTable', { name: label })}</title>
      <rect className="graph-box" width={width} height={height} rx={8} />
      <rect className="graph-strip" width={5} height={height} rx={2.5} />
      <text className="graph-name" x={PADDING} y={21}>
        {shorten(label, width)}
      </text>
      {columns.length > 0 && (
        <line className="graph-rule" x1={0} x2={width} y1={HEAD_HEIGHT - 1} y2={HEAD_HEIGHT - 1} />
      )}
      {columns.map((column, index) => {
        const y = HEAD_HEIGHT + (index + 0.5) * ROW_HEIGHT + 4
        const mark = column.keyPosition !== null ? 'PK' : referring.includes(column.name) ? 'FK' : ''
        const [own, type] = fit(column.name, column.type, (width - MARK_WIDTH - 2 * PADDING) / CHARACTER_PX)
        return (
          <g key={column.name}>
            <text className="graph-type" x={PADDING} y={y}>
              {mark}
            </text>
            <text className="graph-column" x={PADDING + MARK_WIDTH} y={y}>
              {own}
            </text>
            <text className="graph-type" x={width - PADDING} y={y} textAnchor="end">
              {type}
            </text>
          </g>
        )
      })}
    </NodeFrame>
  )
}

/** A name and a type that share a line with room for so many characters: the type gives way first. */
const fit = (name: string, type: string, room: number): readonly [name: string, type: string] => {
  const forType = Math.max(Math.floor(room / 3), Math.floor(room) - name.length - 2)
  const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
  const shown = cut(type, forType)
  return [cut(name, Math.floor(room) - shown.length - 2), shown]
}
