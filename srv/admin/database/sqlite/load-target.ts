/** The table that rows are loaded into. */
export interface LoadTarget {
  readonly schema: string
  readonly table: string
}
