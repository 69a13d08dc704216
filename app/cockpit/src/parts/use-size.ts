import { type RefObject, useEffect, useState } from 'react'

interface Size {
  readonly width: number
  readonly height: number
}

/** How large an element is, as it changes; undefined until it is there. */
export const useSize = (element: RefObject<Element | null>): Size | undefined => {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return size
}
