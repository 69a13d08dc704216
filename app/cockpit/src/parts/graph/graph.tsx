import '@ui5/webcomponents-icons/dist/full-screen.js'
import '@ui5/webcomponents-icons/dist/resize.js'
import '@ui5/webcomponents-icons/dist/zoom-in.js'
import '@ui5/webcomponents-icons/dist/zoom-out.js'
import { Button } from '@ui5/webcomponents-react/Button'
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useDebounced } from '../../api/use-debounced.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSize } from '../use-size.ts'
import { GraphContent, type GraphLayout, type GraphNode } from './graph-content.tsx'
import type { NodeEvents } from './node-frame.tsx'
import { texts } from './texts.ts'
import { nodeOf, useGestures } from './use-gestures.ts'
import type { Point, Size } from './place-graph.ts'
import {
  directionOf,
  fitInto,
  moveByKey,
  readViewport,
  reveal,
  type Viewport,
  writeViewport,
  zoom,
} from './viewport.ts'
import './graph.css'

interface GraphProps<Node extends GraphNode> {
  readonly layout: GraphLayout<Node>
  /** What is seen at first, where nodes have been moved since; all of the layout by default. */
  readonly fitTo?: Size
  /** The node around which one looks at a picture that is too large to be seen at once. */
  readonly root?: Node | undefined
  readonly picture: RefObject<SVGSVGElement | null>
  readonly label: string
  readonly help: string
  /** What stands at the ends of lines: an arrow, or a crow's foot at the many and a bar at the one. */
  readonly ends?: 'arrow' | 'crow'
  /** The part that was looked at before. */
  readonly kept?: string | undefined
  /** Gets the part that is looked at, whenever it has been moved to; stays the same. */
  readonly onKeep?: ((part: string) => void) | undefined
  /** Moves a node by so much of the picture: with the mouse, or Alt and the keys of arrows; absent where nodes stay. */
  readonly onDrag?: ((id: string, by: Point) => void) | undefined
  /** Draws a node; stays the same as long as it draws the same. */
  readonly drawNode: (node: Node, events: NodeEvents) => ReactNode
}

/** How the ends of a reference are drawn: where many refer, and the one that they refer to. */
const FEET = [
  { name: 'many', refX: 0, d: 'M0,0L12,6L0,12' },
  { name: 'one', refX: 12, d: 'M6,0L6,12' },
] as const

/** How far a node is moved by a key, in pixels of the picture. */
const NUDGE = 20

const NOTHING = { width: 0, height: 0 }

/** Boxes and lines as a picture. It is moved with the mouse, fingers, by buttons, and by the keys of arrows, plus, minus and 0. */
export const Graph = <Node extends GraphNode>(props: GraphProps<Node>) => {
  const { layout, fitTo = layout, root, picture, label, help, ends = 'arrow', kept, onKeep, onDrag, drawNode } = props
  const t = useTexts(texts)
  const id = useId()
  const window = useSize(picture) ?? NOTHING
  const [moved, setMoved] = useState<Viewport>()
  const frame = useRef<HTMLDivElement>(null)
  const [first] = useState(kept)
  const start = useMemo(() => {
    const focus = root && { x: root.x + root.width / 2, y: root.y + root.height / 2 }
    return (first !== undefined && readViewport(first, window)) || fitInto(fitTo, window, focus)
  }, [fitTo, root, window, first])
  const view = moved ?? start
  const rested = useDebounced(moved)
  useEffect(() => {
    if (rested) onKeep?.(writeViewport(rested, window))
  }, [rested, window, onKeep])
  const middle = { x: window.width / 2, y: window.height / 2 }
  const { isPressed, listeners } = useGestures(picture, view, setMoved, onDrag)
  const markers = useMemo(
    () => (ends === 'arrow' ? { end: `url(#${id}-arrow)` } : { start: `url(#${id}-many)`, end: `url(#${id}-one)` }),
    [ends, id],
  )
  const show = useCallback(
    (node: GraphNode): void => {
      if (!isPressed()) setMoved((before) => reveal(before ?? start, node, window))
    },
    [start, window, isPressed],
  )
  return (
    <div className="graph" ref={frame}>
      <div className="graph-tools" role="toolbar" aria-label={t('tools')}>
        <Button
          icon="zoom-in"
          accessibleName={t('zoomIn')}
          tooltip={t('zoomIn')}
          onClick={() => {
            setMoved(zoom(view, 1.25, middle))
          }}
        />
        <Button
          icon="zoom-out"
          accessibleName={t('zoomOut')}
          tooltip={t('zoomOut')}
          onClick={() => {
            setMoved(zoom(view, 0.8, middle))
          }}
        />
        <Button
          icon="resize"
          accessibleName={t('fit')}
          tooltip={t('fit')}
          onClick={() => {
            setMoved(fitInto(layout, window))
          }}
        />
        {document.fullscreenEnabled && (
          <Button
            icon="full-screen"
            accessibleName={t('fullScreen')}
            tooltip={t('fullScreen')}
            onClick={() => {
              void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen())
            }}
          />
        )}
      </div>
      <svg
        ref={picture}
        className="graph-picture"
        style={{ height: `clamp(16rem, ${fitTo.height + 96}px, var(--graph-height, 32rem))` }}
        role="group"
        aria-label={label}
        aria-describedby={`${id}-help`}
        tabIndex={0}
        onKeyDown={(event) => {
          const node = event.altKey ? nodeOf(event.target) : undefined
          const by = node && onDrag && directionOf(event.key)
          if (node && by) {
            event.preventDefault()
            onDrag(node, { x: by.x * NUDGE, y: by.y * NUDGE })
            return
          }
          const next = event.key === '0' ? fitInto(layout, window) : moveByKey(event.key, view, window)
          if (!next) return
          event.preventDefault()
          setMoved(next)
        }}
        {...listeners}
      >
        <defs>
          <marker id={`${id}-arrow`} viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path className="graph-arrow" d="M0,0L8,4L0,8Z" />
          </marker>
          {FEET.map(({ name, refX, d }) => (
            <marker
              key={name}
              id={`${id}-${name}`}
              viewBox="0 0 12 12"
              refX={refX}
              refY="6"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path className="graph-foot" d={d} />
            </marker>
          ))}
        </defs>
        <g transform={`translate(${view.x},${view.y}) scale(${view.scale})`}>
          <GraphContent layout={layout} ends={markers} drawNode={drawNode} onShow={show} />
        </g>
      </svg>
      <p id={`${id}-help`} className="muted graph-help">
        {help}
      </p>
    </div>
  )
}
