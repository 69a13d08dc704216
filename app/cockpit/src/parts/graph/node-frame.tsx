import type { ReactNode } from 'react'
import type { Point } from './place-graph.ts'

/** What a node tells the picture that it is in. */
export interface NodeEvents {
  readonly onMark: (isMarked: boolean) => void
  readonly onFocus: () => void
}

interface NodeFrameProps extends NodeEvents {
  /** What it is found by when it is dragged. */
  readonly id?: string
  readonly at: Point
  readonly className: string
  readonly href: string | undefined
  readonly children: ReactNode
}

/** A node at its place: a link where it leads somewhere; its lines are marked while it is pointed at. */
export const NodeFrame = ({ id, at, className, href, onMark, onFocus, children }: NodeFrameProps) => (
  <g
    className={`graph-node ${className}`}
    data-id={id}
    transform={`translate(${at.x},${at.y})`}
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
        {children}
      </a>
    ) : (
      children
    )}
  </g>
)

const PADDING = 12
/** About what a character is wide, at the size of names. */
const CHARACTER_PX = 7.6

/** As much of a text as a node of a width has room for. @param width in pixels. */
export const shorten = (text: string, width: number): string => {
  const most = Math.max(1, Math.floor((width - 2 * PADDING) / CHARACTER_PX))
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
