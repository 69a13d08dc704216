import '@ui5/webcomponents-icons/dist/full-screen.js'
import '@ui5/webcomponents-icons/dist/zoom-in.js'
import '@ui5/webcomponents-icons/dist/zoom-out.js'
import { Button } from '@ui5/webcomponents-react/Button'
import { useId, useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { pathOf } from './layout.ts'
import type { Layout, PlacedNode } from './layout.ts'
import { NodeBox } from './node-box.tsx'
import { texts } from './texts.ts'
import { useSize } from '../use-size.ts'
import { fitInto, moveByKey, pan, reveal, zoom } from './viewport.ts'
import type { Viewport } from './viewport.ts'

interface GraphProps {
  readonly layout: Layout
  readonly picture: RefObject<SVGSVGElement | null>
  /** Where a click on an object leads; undefined for those that lead nowhere. */
  readonly hrefTo: (node: PlacedNode) => string | undefined
}

/** Farther than this, a press was no click. */
const CLICK_PX = 4

/** The lineage as a picture. It is moved with the mouse, by buttons, and by the keys of arrows, plus, minus and 0. */
export const Graph = ({ layout, picture, hrefTo }: GraphProps) => {
  const t = useTexts(texts)
  const id = useId()
  const size = useSize(picture)
  const [moved, setMoved] = useState<Viewport>()
  const [marked, setMarked] = useState<string>()
  const pressed = useRef<{ readonly x: number; readonly y: number; readonly view: Viewport; hasMoved: boolean }>(null)
  const root = layout.nodes.find(({ direction }) => direction === 'root')
  const focus = root && { x: root.x + root.width / 2, y: root.y + root.height / 2 }
  const window = size ?? { width: 0, height: 0 }
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
  return (
    <div className="lineage-graph">
      <div className="lineage-tools" role="toolbar" aria-label={t('tools')}>
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
        className="lineage-picture"
        style={{ height: `clamp(16rem, ${layout.height + 96}px, 32rem)` }}
        role="group"
        aria-label={t('picture')}
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
            <path className="lineage-arrow" d="M0,0L8,4L0,8Z" />
          </marker>
        </defs>
        <g transform={`translate(${view.x},${view.y}) scale(${view.scale})`}>
          {layout.lines.map((line, index) => (
            <path
              key={index}
              className={`lineage-line line-${line.type} ${marked && isOf(line, marked) ? 'marked' : ''}`}
              d={pathOf(line.points)}
              markerEnd={`url(#${id}-arrow)`}
            />
          ))}
          {layout.nodes.map((node) => (
            <NodeBox
              key={node.id}
              node={node}
              href={hrefTo(node)}
              onMark={(isMarked) => {
                setMarked(isMarked ? node.id : undefined)
              }}
              onFocus={() => {
                if (!pressed.current) setMoved(reveal(view, node, window))
              }}
            />
          ))}
        </g>
      </svg>
      <p id={`${id}-help`} className="muted lineage-help">
        {t('help')}
      </p>
    </div>
  )
}

const isOf = ({ source, target }: { source: string; target: string }, id: string): boolean =>
  source === id || target === id
