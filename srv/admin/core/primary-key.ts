/** The columns of the primary key in its order; none for views and tables without one. */
export const primaryKey = <Column extends { readonly keyPosition: number | null }>(table: {
  readonly columns: readonly Column[]
}): readonly Column[] =>
  table.columns
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
