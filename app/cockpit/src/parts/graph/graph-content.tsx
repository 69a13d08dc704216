import { Fragment, memo, type ReactNode, useState } from 'react'
import type { NodeEvents } from './node-frame.tsx'
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
}

export interface GraphLayout<Node extends GraphNode> extends Size {
  readonly nodes: readonly Node[]
  readonly lines: readonly GraphLine[]
}

interface ContentProps<Node extends GraphNode> {
  readonly layout: GraphLayout<Node>
  /** The reference to the marker at the end of lines. */
  readonly arrow: string
  readonly drawNode: (node: Node, events: NodeEvents) => ReactNode
  /** Told which node has the focus and has to be seen. */
  readonly onShow: (node: Node) => void
}

const Content = <Node extends GraphNode>({ layout, arrow, drawNode, onShow }: ContentProps<Node>) => {
  const [marked, setMarked] = useState<string>()
  return (
    <>
      {layout.lines.map((line, index) => (
        <path
          key={index}
          className={`graph-line line-${line.type} ${line.source === marked || line.target === marked ? 'marked' : ''}`}
          d={pathOf(line.points)}
          markerEnd={arrow}
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

/** The nodes and lines of a picture, which are drawn once, however the picture is moved. */
export const GraphContent = memo(Content) as typeof Content
