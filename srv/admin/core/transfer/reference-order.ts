/** That rows of one table refer to rows of another. */
export interface Reference {
  readonly from: string
  readonly to: string
}

/**
 * Sorts names so that what is referred to comes first, as far as there are no cycles; otherwise the order stays.
 *
 * @param references to names that are none of these, or to itself, do not count.
 */
export const inReferenceOrder = (names: readonly string[], references: readonly Reference[]): string[] => {
  const wanted = new Set(names)
  const needs = Map.groupBy(
    references.filter(({ from, to }) => from !== to && wanted.has(to)),
    ({ from }) => from,
  )
  const seen = new Set<string>()
  const order: string[] = []
  // By hand, as chains of references may be longer than calls may be deep.
  for (const start of wanted) {
    const open = [{ name: start, isEntered: false }]
    for (let step = open.pop(); step; step = open.pop()) {
      if (step.isEntered) order.push(step.name)
      else if (!seen.has(step.name)) {
        seen.add(step.name)
        open.push({ name: step.name, isEntered: true })
        for (const { to } of (needs.get(step.name) ?? []).toReversed()) open.push({ name: to, isEntered: false })
      }
    }
  }
  return order
}
