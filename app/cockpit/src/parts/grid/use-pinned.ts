import { type RefObject, useLayoutEffect, useState } from 'react'

/** Columns with those first that are pinned, in the order that all have. */
export const pinnedFirst = <Column extends { readonly name: string }>(
  columns: readonly Column[],
  pinned: readonly string[],
): readonly Column[] => {
  const isPinned = ({ name }: Column): boolean => pinned.includes(name)
  return [...columns.filter(isPinned), ...columns.filter((column) => !isPinned(column))]
}

/**
 * Where pinned columns stop when the others go on, in pixels from the left: each behind those before it, the first one
 * behind the numbers of rows. Measured, as values decide how wide columns are.
 *
 * @param pinned their names; they are the first ones of the grid.
 */
export const usePinnedEdges = (frame: RefObject<HTMLElement | null>, pinned: readonly string[]): readonly number[] => {
  const names = JSON.stringify(pinned)
  const count = pinned.length
  const [edges, setEdges] = useState<readonly number[]>([])
  useLayoutEffect(() => {
    const heads = [...(frame.current?.querySelectorAll<HTMLElement>('thead th') ?? [])].slice(0, count)
    const measure = (): void => {
      let edge = 0
      setEdges(heads.map((head) => (edge += head.offsetWidth)))
    }
    const observer = new ResizeObserver(measure)
    for (const head of heads) observer.observe(head)
    measure()
    return () => {
      observer.disconnect()
    }
  }, [frame, names, count])
  return edges
}
