import { useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface ResizeHandleProps {
  /** @param width undefined for the one that the values ask for. */
  readonly onWidth: (width: number | undefined) => void
}

/** The edge of a column, which is dragged; a double click gives it back the width of its values. */
export const ResizeHandle = ({ onWidth }: ResizeHandleProps) => {
  const t = useTexts(texts)
  const begun = useRef<{ readonly x: number; readonly width: number }>(undefined)
  return (
    <span
      className="grid-resize"
      title={t('resize')}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.current = { x: event.clientX, width: event.currentTarget.closest('th')?.offsetWidth ?? 0 }
      }}
      onPointerMove={(event) => {
        if (begun.current && event.buttons) onWidth(begun.current.width + event.clientX - begun.current.x)
      }}
      onPointerUp={() => {
        begun.current = undefined
      }}
      onDoubleClick={() => {
        onWidth(undefined)
      }}
    />
  )
}
