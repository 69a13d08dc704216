/**
 * Sorts items so that each comes after those it needs; otherwise the order stays.
 *
 * @param needs names of other items; names that are no items do not count.
 * @throws Error when items need each other.
 */
export const inDependencyOrder = <T extends { readonly name: string }>(
  items: readonly T[],
  needs: (item: T) => readonly string[],
): T[] => {
  const byName = new Map(items.map((item) => [item.name, item]))
  const done = new Set<T>()
  const open = new Set<T>()
  const visit = (item: T): void => {
    if (done.has(item)) return
    if (open.has(item)) throw new Error(`'${item.name}' needs itself`)
    open.add(item)
    for (const name of needs(item)) {
      const needed = byName.get(name)
      if (needed) visit(needed)
    }
    open.delete(item)
    done.add(item)
  }
  items.forEach(visit)
  return [...done]
}
