export type GridRow = Readonly<Record<string, unknown>>

/** A column of records of a database. */
export interface GridColumn {
  readonly name: string
  readonly type: string
  readonly isNumeric: boolean
  readonly isBinary?: boolean
  readonly isKey?: boolean
  /** Its type has no order, so rows are not sorted by it. */
  readonly isUnordered?: boolean
  /** Where a value leads; undefined where it leads nowhere. */
  readonly link?: ((row: GridRow) => { readonly href: string; readonly table: string } | undefined) | undefined
  /** A table that its values should lead to, but that does not exist. */
  readonly missingTable?: string
}
