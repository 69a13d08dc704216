import '@ui5/webcomponents-icons/dist/full-screen.js'
import '@ui5/webcomponents-icons/dist/zoom-in.js'
import '@ui5/webcomponents-icons/dist/zoom-out.js'
import { Button } from '@ui5/webcomponents-react/Button'
import { type PointerEvent, type ReactNode, type RefObject, useCallback, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSize } from '../use-size.ts'
import { GraphContent, type GraphLayout, type GraphNode } from './graph-content.tsx'
import type { NodeEvents } from './node-frame.tsx'
import { texts } from './texts.ts'
import { fitInto, moveByKey, pan, reveal, type Viewport, zoom } from './viewport.ts'
import './graph.css'

interface GraphProps<Node extends GraphNode> {
  readonly layout: GraphLayout<Node>
  /** The node around which one looks at a picture that is too large to be seen at once. */
  readonly root?: Node | undefined
  readonly picture: RefObject<SVGSVGElement | null>
  readonly label: string
  readonly help: string
  /** Draws a node; stays the same as long as it draws the same. */
  readonly drawNode: (node: Node, events: NodeEvents) => ReactNode
}

/** Farther than this, a press was no click. */
const CLICK_PX = 4
const NOTHING = { width: 0, height: 0 }

/** Boxes and lines as a picture. It is moved with the mouse, by buttons, and by the keys of arrows, plus, minus and 0. */
export const Graph = <Node extends GraphNode>({ layout, root, picture, label, help, drawNode }: GraphProps<Node>) => {
  const t = useTexts(texts)
  const id = useId()
  const window = useSize(picture) ?? NOTHING
  const [moved, setMoved] = useState<Viewport>()
  const pressed = useRef<{ readonly x: number; readonly y: number; readonly view: Viewport; hasMoved: boolean }>(null)
  const focus = root && { x: root.x + root.width / 2, y: root.y + root.height / 2 }
  const view = moved ?? fitInto(layout, window, focus)
  const middle = { x: window.width / 2, y: window.height / 2 }
  const drag = (event: PointerEvent): void => {
    const from = pressed.current
    if (!from) return
    const by = { x: event.clientX - from.x, y: event.clientY - from.y }
    if (!from.hasMoved && Math.hypot(by.x, by.y) < CLICK_PX) return
    from.hasMoved = true
    setMoved(pan(from.view, by))
  }
  const show = useCallback(
    (node: GraphNode): void => {
      if (!pressed.current)
        setMoved((before) => {
          const around = root && { x: root.x + root.width / 2, y: root.y + root.height / 2 }
          return reveal(before ?? fitInto(layout, window, around), node, window)
        })
    },
    [layout, root, window],
  )
  return (
    <div className="graph">
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
          icon="full-screen"
          accessibleName={t('fit')}
          tooltip={t('fit')}
          onClick={() => {
            setMoved(fitInto(layout, window))
          }}
        />
      </div>
      <svg
        ref={picture}
        className="graph-picture"
        style={{ height: `clamp(16rem, ${layout.height + 96}px, var(--graph-height, 32rem))` }}
        role="group"
        aria-label={label}
        aria-describedby={`${id}-help`}
        tabIndex={0}
        onKeyDown={(event) => {
          const next = event.key === '0' ? fitInto(layout, window) : moveByKey(event.key, view, window)
          if (!next) return
          event.preventDefault()
          setMoved(next)
        }}
        onPointerDown={(event) => {
          if (event.button === 0) pressed.current = { x: event.clientX, y: event.clientY, view, hasMoved: false }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          // A click follows at once, and has to know.
          setTimeout(() => {
            pressed.current = null
          })
        }}
        onPointerLeave={() => {
          pressed.current = null
        }}
        onClickCapture={(event) => {
          if (pressed.current?.hasMoved) event.preventDefault()
        }}
        onDragStart={(event) => {
          event.preventDefault()
        }}
      >
        <defs>
          <marker id={`${id}-arrow`} viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path className="graph-arrow" d="M0,0L8,4L0,8Z" />
          </marker>
        </defs>
        <g transform={`translate(${view.x},${view.y}) scale(${view.scale})`}>
          <GraphContent layout={layout} arrow={`url(#${id}-arrow)`} drawNode={drawNode} onShow={show} />
        </g>
      </svg>
      <p id={`${id}-help`} className="muted graph-help">
        {help}
      </p>
    </div>
  )
}
