import { memo, type ReactNode, useCallback, useState } from 'react'
import { type NodeEvents, shorten } from './node-frame.tsx'
import { type Box, pathOf, type Point, type Size } from './place-graph.ts'

export interface GraphNode extends Box {
  readonly id: string
}

/** A line between two nodes. */
export interface GraphLine {
  readonly source: string
  readonly target: string
  /** What kind of line it is, for its style. */
  readonly type: string
  readonly points: readonly Point[]
  /** What it stands for, in words. */
  readonly title?: string
  /** Stands back behind the others, until one of its nodes is pointed at. */
  readonly isFaint?: boolean
}

/** A part of a picture whose nodes belong together. */
export interface GraphArea extends Box {
  readonly name: string
  /** Of its nodes. */
  readonly count: number
  /** How high its name stands above its nodes, in pixels. */
  readonly head: number
}

export interface GraphLayout<Node extends GraphNode> extends Size {
  readonly nodes: readonly Node[]
  readonly lines: readonly GraphLine[]
  readonly areas?: readonly GraphArea[]
}

/** What lines begin and end with, as references to markers. */
export interface LineEnds {
  readonly start?: string
  readonly end: string
}

interface ContentProps<Node extends GraphNode> {
  readonly layout: GraphLayout<Node>
  readonly ends: LineEnds
  readonly drawNode: (node: Node, events: NodeEvents) => ReactNode
  /** Told which node has the focus and has to be seen. */
  readonly onShow: (node: Node) => void
}

/** The name of an area at the size of those of nodes: how high it stands, and how wide a character of it is about. */
const [AREA_HEAD, AREA_BASE, CHARACTER_PX] = [28, 7, 9]
const AREA_PADDING = 16
/** Room for the number behind a name that is cut. */
const AREA_COUNT = 40

/** An area with its name, which is as large as there is room for it. */
const AreaFrame = ({ area: { x, y, width, height, head, name, count } }: { readonly area: GraphArea }) => {
  const label = `${name} (${String(count)})`
  const room = width - 2 * AREA_PADDING
  const scale = Math.min(head / AREA_HEAD, room / (label.length * CHARACTER_PX))
  return (
    <g transform={`translate(${String(x)},${String(y)})`}>
      <rect className="graph-area" width={width} height={height} rx={12} />
      <g transform={`translate(${String(AREA_PADDING)},${String(head)}) scale(${String(Math.max(1, scale))})`}>
        <text className="graph-area-name" y={-AREA_BASE}>
          {scale >= 1 ? label : `${shorten(name, width - AREA_COUNT)} (${String(count)})`}
        </text>
      </g>
    </g>
  )
}

interface OneNodeProps<Node extends GraphNode> {
  readonly node: Node
  readonly drawNode: (node: Node, events: NodeEvents) => ReactNode
  readonly onMark: (id: string, isMarked: boolean) => void
  readonly onShow: (node: Node) => void
}

const Slot = <Node extends GraphNode>({ node, drawNode, onMark, onShow }: OneNodeProps<Node>) =>
  drawNode(node, {
    onMark: (isMarked) => {
      onMark(node.id, isMarked)
    },
    onFocus: () => {
      onShow(node)
    },
  })

/** A node, which is drawn once, whichever others are moved or marked. */
const OneNode = memo(Slot) as typeof Slot

const Content = <Node extends GraphNode>({ layout, ends, drawNode, onShow }: ContentProps<Node>) => {
  const [marked, setMarked] = useState<string>()
  const mark = useCallback((id: string, isMarked: boolean) => {
    setMarked(isMarked ? id : undefined)
  }, [])
  return (
    <>
      {layout.areas?.map((area, index) => (
        <AreaFrame key={index} area={area} />
      ))}
      {layout.lines.map((line, index) => (
        <path
          key={index}
          className={classOf(line, marked)}
          d={pathOf(line.points)}
          markerStart={ends.start}
          markerEnd={ends.end}
        >
          {line.title !== undefined && <title>{line.title}</title>}
        </path>
      ))}
      {layout.nodes.map((node) => (
        <OneNode key={node.id} node={node} drawNode={drawNode} onMark={mark} onShow={onShow} />
      ))}
    </>
  )
}

const classOf = ({ type, source, target, isFaint }: GraphLine, marked: string | undefined): string =>
  `graph-line line-${type} ${source === marked || target === marked ? 'marked' : isFaint ? 'faint' : ''}`

/** The nodes and lines of a picture, which are drawn once, however the picture is moved. */
export const GraphContent = memo(Content) as typeof Content
