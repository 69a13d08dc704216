import { Fragment, memo, type ReactNode, useState } from 'react'
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

/** The name of an area at the size in which its letters are as large as those of a table, and room for the number behind it. */
const [AREA_HEAD, AREA_BASE, AREA_COUNT] = [28, 7, 40]
const AREA_PADDING = 16

const Content = <Node extends GraphNode>({ layout, ends, drawNode, onShow }: ContentProps<Node>) => {
  const [marked, setMarked] = useState<string>()
  return (
    <>
      {layout.areas?.map(({ x, y, width, height, head, name, count }, index) => (
        <g key={index} transform={`translate(${String(x)},${String(y)})`}>
          <rect className="graph-area" width={width} height={height} rx={12} />
          <g transform={`translate(${String(AREA_PADDING)},${String(head)}) scale(${String(head / AREA_HEAD)})`}>
            <text className="graph-area-name" y={-AREA_BASE}>
              {`${shorten(name, ((width - AREA_PADDING) * AREA_HEAD) / head - AREA_COUNT)} (${String(count)})`}
            </text>
          </g>
        </g>
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
        <Fragment key={node.id}>
          {drawNode(node, {
            onMark: (isMarked) => {
              setMarked(isMarked ? node.id : undefined)
            },
            onFocus: () => {
              onShow(node)
            },
          })}
        </Fragment>
      ))}
    </>
  )
}

const classOf = ({ type, source, target, isFaint }: GraphLine, marked: string | undefined): string =>
  `graph-line line-${type} ${source === marked || target === marked ? 'marked' : isFaint ? 'faint' : ''}`

/** The nodes and lines of a picture, which are drawn once, however the picture is moved. */
export const GraphContent = memo(Content) as typeof Content
