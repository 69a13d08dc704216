import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { ColumnPlace } from './column-order.ts'

/** Pixels that a pointer moves before a head is dragged: less is a click. */
const SLACK = 8

const headsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('th[data-column]')]

/** Where a pointer would put a column, by the middle of the head that it is over. */
const placeAt = (row: Element, x: number): ColumnPlace | undefined => {
  for (const head of headsOf(row)) {
    const { left, right, width } = head.getBoundingClientRect()
    const beside = head.dataset['column']
    if (beside !== undefined && x >= left && x < right)
      return { beside, side: x < left + width / 2 ? 'before' : 'after' }
  }
  return undefined
}

/**
 * Moves a column by its head, which is dragged sideways.
 *
 * @param onMove absent where columns stay where they are.
 * @returns what a row of heads needs, and the classes of a head meanwhile.
 */
export const useColumnDrag = (onMove: ((name: string, place: ColumnPlace) => void) | undefined) => {
  const begun = useRef<{ readonly name: string; readonly x: number }>(undefined)
  const wasDragged = useRef(false)
  const [drag, setDrag] = useState<{ readonly name: string; readonly place: ColumnPlace | undefined }>()
  const end = (): void => {
    begun.current = undefined
    setDrag(undefined)
  }
  const classOf = (name: string): string | false => {
    if (drag?.name === name) return 'is-dragged'
    return drag?.place?.beside === name && `is-drop-${drag.place.side}`
  }
  if (!onMove) return { classOf }
  const row = {
    onPointerDown: ({ target, button, pointerType, clientX: x }: PointerEvent): void => {
      wasDragged.current = false
      // A finger scrolls there.
      if (button !== 0 || pointerType === 'touch' || (target as Element).closest('.grid-resize, .grid-filter')) return
      const name = (target as Element).closest<HTMLElement>('th[data-column]')?.dataset['column']
      begun.current = name === undefined ? undefined : { name, x }
    },
    onPointerMove: (event: PointerEvent): void => {
      const { clientX: x, currentTarget } = event
      if (!begun.current || (!drag && Math.abs(x - begun.current.x) < SLACK)) return
      wasDragged.current = true
      currentTarget.setPointerCapture(event.pointerId)
      setDrag({ name: begun.current.name, place: placeAt(currentTarget, x) })
    },
    onPointerUp: ({ clientX, currentTarget }: PointerEvent): void => {
      const place = drag && placeAt(currentTarget, clientX)
      if (drag && place && place.beside !== drag.name) onMove(drag.name, place)
      end()
    },
    onPointerCancel: end,
    // Who drags a head does not order by it.
    onClickCapture: (event: MouseEvent): void => {
      if (wasDragged.current) event.stopPropagation()
    },
  }
  return { classOf, row }
}
