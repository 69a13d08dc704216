import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Point } from './place-graph.ts'
import { pan, pinch, type Viewport, zoom } from './viewport.ts'

/** Farther than this, a press was no click. */
const CLICK_PX = 4
/** Pixels of the wheel that make a picture about e times as large. */
const WHEEL_PX = 400

/**
 * Moves a picture with the mouse or a finger; makes it larger and smaller with two fingers, or with the wheel and Ctrl, as
 * which browsers tell two fingers on a touchpad. In full screen the wheel alone does, as there is no page to move.
 *
 * @param onMove gets the part that is seen then.
 * @param onDrag gets the node that the mouse moves, and by how much of the picture; absent where nodes stay.
 * @returns whether somebody presses just now, and what the picture listens with.
 */
export const useGestures = (
  picture: RefObject<SVGSVGElement | null>,
  view: Viewport,
  onMove: (next: Viewport) => void,
  onDrag?: (id: string, by: Point) => void,
) => {
  const pressed = useRef<{ at: Point; readonly view: Viewport; hasMoved: boolean; readonly node?: string | undefined }>(
    null,
  )
  const fingers = useRef(new Map<number, Point>())
  useEffect(() => {
    const { current } = picture
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && document.fullscreenElement === null) return
      event.preventDefault()
      onMove(zoom(view, Math.exp(-event.deltaY / WHEEL_PX), within(picture, event)))
    }
    // React listens passively, which could not keep the page where it is.
    current?.addEventListener('wheel', turn, { passive: false })
    return () => {
      current?.removeEventListener('wheel', turn)
    }
  }, [picture, view, onMove])
  const drag = (event: PointerEvent): void => {
    const at = within(picture, event)
    const before = fingers.current.get(event.pointerId)
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId)
    if (before && other) {
      fingers.current.set(event.pointerId, at)
      onMove(pinch(view, [before, other[1]], [at, other[1]]))
      return
    }
    const from = pressed.current
    if (!from) return
    const by = { x: at.x - from.at.x, y: at.y - from.at.y }
    if (!from.hasMoved && Math.hypot(by.x, by.y) < CLICK_PX) return
    from.hasMoved = true
    if (from.node !== undefined) {
      from.at = at
      onDrag?.(from.node, { x: by.x / view.scale, y: by.y / view.scale })
    } else onMove(pan(from.view, by))
  }
  const release = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId)
    // A finger that stays goes on from where it is.
    const [rest] = fingers.current.values()
    const after = rest ? { at: rest, view, hasMoved: true } : null
    // A click follows at once, and has to know.
    setTimeout(() => {
      pressed.current = after
    })
  }
  const isPressed = useCallback(() => pressed.current !== null, [])
  return {
    isPressed,
    listeners: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        const at = within(picture, event)
        fingers.current.set(event.pointerId, at)
        const node = onDrag && event.pointerType === 'mouse' ? nodeOf(event.target) : undefined
        pressed.current = { at, view, hasMoved: fingers.current.size > 1, node }
      },
      onPointerMove: drag,
      onPointerUp: release,
      onPointerCancel: release,
      onPointerLeave: release,
      onClickCapture: (event: { preventDefault: () => void }) => {
        if (pressed.current?.hasMoved) event.preventDefault()
      },
      onDragStart: (event: { preventDefault: () => void }) => {
        event.preventDefault()
      },
    },
  }
}

/** The node that an event is about, by its id. */
export const nodeOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? (target.closest('[data-id]')?.getAttribute('data-id') ?? undefined) : undefined

/** Where in the picture, in pixels from its top left corner. */
const within = (
  picture: RefObject<SVGSVGElement | null>,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point => {
  const box = picture.current?.getBoundingClientRect()
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
}
