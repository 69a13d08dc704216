interface Named {
  readonly name: string
}

/** Columns in the order that somebody has given them; those that are not in it stand behind all others, as they come. */
export const inOrder = <Column extends Named>(columns: readonly Column[], order: readonly string[]): Column[] => {
  const placeOf = ({ name }: Column): number => {
    const at = order.indexOf(name)
    return at < 0 ? order.length : at
  }
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Names with one of them beside another one. @param side where it then stands. */
export const movedBeside = (
  names: readonly string[],
  name: string,
  { beside, side }: ColumnPlace,
): readonly string[] => {
  if (name === beside) return names
  const others = names.filter((each) => each !== name)
  const at = others.indexOf(beside) + (side === 'after' ? 1 : 0)
  return [...others.slice(0, at), name, ...others.slice(at)]
}

/** Where a column is put. */
export interface ColumnPlace {
  readonly beside: string
  readonly side: 'before' | 'after'
}
